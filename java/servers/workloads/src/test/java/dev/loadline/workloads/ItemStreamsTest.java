// Tests streams: their items, their signals and how long they are remembered.
package dev.loadline.workloads;

import static dev.loadline.workloads.QueryTest.statusOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ItemStreamsTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
  private final ItemStreams streams = new ItemStreams(nanos::get);

  @ParameterizedTest(name = "items of {0} bytes have {0} bytes")
  @ValueSource(ints = {16, 17, 18, 19, 20, 21, 64, 65_536})
  void items(int size) {
    ItemStream stream = open("a", 12, size);
    StringBuilder all = new StringBuilder();
    byte[] batch = stream.batch();
    for (int length; (length = stream.fill(batch)) > 0; ) {
      all.append(new String(batch, 0, length, StandardCharsets.UTF_8));
    }
    String[] lines = all.toString().split("(?<=\n)");
    assertThat(lines).hasSize(12);
    for (int seq = 0; seq < 12; seq++) {
      assertThat(lines[seq]).hasSize(size).matches("\\{\"seq\":" + seq + "(,\"pad\":\"x*\"| *)}\n");
    }
    assertThat(stream.signals()).isEqualTo(new Signals(12, 0, StreamState.FLOWING));
  }

  @Test
  void theLastOfTenMillionFitsTheSmallestSize() {
    ItemStream stream = open("a", Limits.STREAM_ITEMS, Limits.ITEM_BYTES_MIN);
    byte[] batch = stream.batch();
    String last = "";
    for (int length; (length = stream.fill(batch)) > 0; ) {
      last = new String(batch, length - 16, 16, StandardCharsets.UTF_8);
    }
    assertThat(last).isEqualTo("{\"seq\":9999999}\n");
  }

  @Test
  void waitingIsAPauseAfterAWhile() {
    ItemStream stream = open("a", 10, 16);
    stream.waiting();
    pass(99);
    assertThat(stream.signals().state()).isEqualTo(StreamState.FLOWING);
    stream.resumed();
    stream.waiting();
    pass(60);
    stream.waiting();
    pass(60);
    assertThat(stream.signals()).isEqualTo(new Signals(0, 1, StreamState.PAUSED));
    stream.resumed();
    assertThat(stream.signals()).isEqualTo(new Signals(0, 1, StreamState.FLOWING));
    stream.completed();
    stream.cancelled();
    assertThat(stream.signals().json())
        .isEqualTo("{\"produced\":0,\"pauses\":1,\"state\":\"completed\"}");
  }

  @Test
  void anIdMayBeUsedAgainOnceItsStreamHasEnded() {
    ItemStream first = open("a", 10, 16);
    assertThat(statusOf(() -> open("a", 1, 16))).isEqualTo(409);
    first.cancelled();
    open("a", 1, 16);
    assertThat(streams.signals("a").state()).isEqualTo(StreamState.FLOWING);
  }

  @Test
  void endedStreamsAreForgottenAfterAMinute() {
    ItemStream ended = open("ended", 1, 16);
    open("flowing", 1, 16);
    ended.completed();
    pass(59_999);
    assertThat(streams.signals("ended").state()).isEqualTo(StreamState.COMPLETED);
    pass(1);
    assertThat(statusOf(() -> streams.signals("ended"))).isEqualTo(404);
    assertThat(streams.signals("flowing").state()).isEqualTo(StreamState.FLOWING);
  }

  @Test
  void atMostAThousandEndedStreamsAreRemembered() {
    for (int i = 0; i <= Limits.STREAMS_REMEMBERED; i++) {
      open("s" + i, 1, 16).completed();
    }
    assertThat(statusOf(() -> streams.signals("s0"))).isEqualTo(404);
    assertThat(streams.signals("s1").state()).isEqualTo(StreamState.COMPLETED);
  }

  @ParameterizedTest(name = "{0} is refused")
  @CsvSource({
    "id=a&items=1",
    "id=a&size=16",
    "items=1&size=16",
    "id=&items=1&size=16",
    "id=a%2Fb&items=1&size=16",
    "id=a&items=0&size=16",
    "id=a&items=10000001&size=16",
    "id=a&items=1&size=15",
    "id=a&items=1&size=65537",
    "id=a&items=%2B1&size=16",
    "id=a&id=b&items=1&size=16",
  })
  void badRequests(String rawQuery) {
    assertThat(statusOf(() -> StreamRequest.of(rawQuery))).isEqualTo(400);
  }

  private ItemStream open(String id, int items, int size) {
    return streams.open(new StreamRequest(id, items, size));
  }

  private void pass(long millis) {
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }
}

// Tests streams: their items, their signals and how long they are remembered.
package dev.loadline.workloads;

import static dev.loadline.workloads.ChecksTest.reasonOf;
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
  @ValueSource(ints = {16, 17, 64, 65_536})
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
      assertThat(lines[seq]).hasSize(size).matches("\\{\"seq\":" + seq + " *}\n");
    }
    assertThat(stream.signals()).isEqualTo(new Signals(12, 0, "flowing"));
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
    assertThat(stream.signals().state()).isEqualTo("flowing");
    stream.resumed();
    stream.waiting();
    pass(60);
    stream.waiting();
    pass(60);
    assertThat(stream.signals()).isEqualTo(new Signals(0, 1, "paused"));
    stream.resumed();
    assertThat(stream.signals()).isEqualTo(new Signals(0, 1, "flowing"));
    stream.completed();
    stream.cancelled();
    assertThat(stream.signals()).isEqualTo(new Signals(0, 1, "completed"));
  }

  @Test
  void anIdMayBeUsedAgainOnceItsStreamHasEnded() {
    ItemStream first = open("a", 10, 16);
    assertThat(reasonOf(() -> open("a", 1, 16))).isEqualTo(Refused.Reason.CONFLICT);
    first.cancelled();
    open("a", 1, 16);
    assertThat(streams.signals("a").state()).isEqualTo("flowing");
  }

  @Test
  void endedStreamsAreForgottenAfterAMinute() {
    ItemStream ended = open("ended", 1, 16);
    open("flowing", 1, 16);
    ended.completed();
    pass(59_999);
    assertThat(streams.signals("ended").state()).isEqualTo("completed");
    pass(1);
    assertThat(reasonOf(() -> streams.signals("ended"))).isEqualTo(Refused.Reason.MISSING);
    assertThat(streams.signals("flowing").state()).isEqualTo("flowing");
  }

  @Test
  void atMostAThousandEndedStreamsAreRemembered() {
    for (int i = 0; i <= Limits.STREAMS_REMEMBERED; i++) {
      open("s" + i, 1, 16).completed();
    }
    assertThat(reasonOf(() -> streams.signals("s0"))).isEqualTo(Refused.Reason.MISSING);
    assertThat(streams.signals("s1").state()).isEqualTo("completed");
  }

  @ParameterizedTest(name = "{1} items of {2} bytes as {0} are refused")
  @CsvSource({
    "a,1,",
    "a,,16",
    ",1,16",
    "a/b,1,16",
    "a,0,16",
    "a,10000001,16",
    "a,1,15",
    "a,1,65537",
    "a,+1,16",
  })
  void badRequests(String id, String items, String size) {
    assertThat(reasonOf(() -> StreamRequest.of(id, items, size))).isEqualTo(Refused.Reason.INVALID);
  }

  private ItemStream open(String id, int items, int size) {
    return streams.open(new StreamRequest(id, items, size));
  }

  private void pass(long millis) {
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }
}

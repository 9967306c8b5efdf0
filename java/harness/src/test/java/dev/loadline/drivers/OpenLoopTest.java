// The open loop: requests go out when they are due, and latencies count from then.
package dev.loadline.drivers;

import static dev.loadline.drivers.Driven.GREETING;
import static dev.loadline.drivers.Driven.errors;
import static dev.loadline.drivers.Driven.example;
import static dev.loadline.drivers.Driven.p50Micros;
import static dev.loadline.drivers.Driven.p99Micros;
import static dev.loadline.drivers.Driven.slice;
import static dev.loadline.drivers.Driven.valid;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class OpenLoopTest {
  private static final long FREEZE_MILLIS = 200;

  private Serving serving;

  private String serve(Serving.Answering answering) {
    serving = Serving.of(answering);
    return serving.url();
  }

  @AfterEach
  void close() throws IOException {
    if (serving != null) {
      serving.close();
    }
  }

  @Test
  void theRateThatWasAskedForIsTheRateThatIsSent() {
    String url = serve((asked, reply) -> reply.greet());
    String more = "'seconds': 0.6, 'ratePerSecond': 500";
    JsonNode sample = Driven.atItsRate(500, Driven.specification(url, GREETING, more));
    assertThat(errors(sample)).isZero();
    assertThat(valid(sample)).isBetween(294L, 306L);
    assertThat(sample.at("/latenessMicros/p50").isNumber()).isTrue();
  }

  @Test
  void requestsAreSpreadOverTimeAndConnections() {
    List<Long> arrivals = new CopyOnWriteArrayList<>();
    String url =
        serve(
            (asked, reply) -> {
              arrivals.add(System.nanoTime());
              reply.greet();
            });
    slice(url, GREETING, "'ratePerSecond': 200");
    List<Long> gaps =
        IntStream.range(1, arrivals.size())
            .mapToObj(at -> arrivals.get(at) - arrivals.get(at - 1))
            .sorted()
            .toList();
    // Bursts would make most of them nothing and a few of them long.
    assertThat(gaps.get(gaps.size() / 2)).isBetween(2_500_000L, 7_500_000L);
  }

  @Test
  void aServerThatFreezesShowsInTheOpenLoopAndHidesInTheClosedOne() {
    JsonNode open = slice(freezing(), GREETING, "'seconds': 1, 'ratePerSecond': 1000");
    assertThat(errors(open)).isZero();
    assertThat(p99Micros(open)).isGreaterThan(150_000);
    // The wait for a connection is the server's: the driver saw in time what was due.
    assertThat(open.at("/latenessMicros/p99").asLong()).isLessThan(150_000);
    JsonNode closed = slice(freezing(), GREETING, "'seconds': 1");
    assertThat(p99Micros(closed)).isLessThan(150_000);
  }

  /** Once, for all connections, in the middle of the slice. */
  private String freezing() {
    AtomicLong begun = new AtomicLong();
    return serve(
        (asked, reply) -> {
          begun.compareAndSet(0, System.nanoTime());
          long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun.get()) - 400;
          if (millis >= 0 && millis < FREEZE_MILLIS) {
            Thread.sleep(FREEZE_MILLIS - millis);
          }
          reply.greet();
        });
  }

  @Test
  void latenciesCountFromWhenTheRequestWasDue() {
    String url =
        serve(
            (asked, reply) -> {
              Thread.sleep(5);
              reply.greet();
            });
    JsonNode kept = slice(url, GREETING, "'ratePerSecond': 100");
    assertThat(p50Micros(kept)).isBetween(4_900L, 100_000L);
    // Four connections that take 5 ms each answer at most 800 in a second, and go on for one more.
    JsonNode overrun = slice(url, GREETING, "'seconds': 0.2, 'ratePerSecond': 20000");
    assertThat(p50Micros(overrun)).isGreaterThan(30_000);
    assertThat(overrun.get("sentPerSecond").asDouble()).isLessThan(10_000);
  }

  @Test
  void answersAreCheckedAndLapsRunAsInTheClosedLoop() {
    String url =
        serve(
            (asked, reply) -> {
              boolean isWrong = asked.number() % 10 == 3;
              reply.text(isWrong ? "wrong" : asked.path());
            });
    JsonNode sample =
        slice(
            url,
            "{'request': {'path': '/{{unique}}'},"
                + " 'response': {'status': 200, 'body': {'text': '/{{unique}}'}}}",
            "'ratePerSecond': 500");
    double share = errors(sample, "body") / sample.get("responses").asDouble();
    assertThat(share).isCloseTo(0.1, within(0.02));
  }

  @Test
  void connectionsThatAreClosedAreOpenedAgain() {
    String url =
        serve(
            (asked, reply) -> {
              if (asked.number() % 20 == 0) {
                reply.hangUp();
              } else {
                reply.answer(
                    200,
                    "Content-Type: text/plain;charset=utf-8\r\nConnection: close\r\n",
                    "Hello World!");
                reply.hangUp();
              }
            });
    JsonNode sample = slice(url, GREETING, "'ratePerSecond': 200");
    assertThat(errors(sample, "connection")).isPositive().isEqualTo(errors(sample));
    assertThat(sample.get("reconnects").asLong()).isPositive();
    assertThat(valid(sample)).isPositive();
  }

  @Test
  void aServerThatNeverAnswersGivesATimeoutForEachConnection() {
    String more = "'seconds': 0.2, 'ratePerSecond': 500, 'timeoutSeconds': 0.5";
    JsonNode sample = slice(serve((asked, reply) -> {}), GREETING, more);
    assertThat(errors(sample, "timeout")).isEqualTo(errors(sample)).isEqualTo(4);
    assertThat(example(sample, "timeout")).isEqualTo("GET /hello: no whole answer within 0.5 s");
  }

  @Test
  void aServerThatIsNotThereEndsTheSlice() {
    JsonNode sample = slice("http://127.0.0.1:1", GREETING, "'seconds': 60, 'ratePerSecond': 100");
    assertThat(valid(sample)).isZero();
    assertThat(errors(sample, "connection")).isPositive();
  }
}

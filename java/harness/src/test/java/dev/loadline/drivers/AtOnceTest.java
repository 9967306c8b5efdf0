// Several specifications on one line: their servers are loaded at the same time.
package dev.loadline.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class AtOnceTest {
  private static final int WAITS_SECONDS = 20;

  @ParameterizedTest
  @ValueSource(strings = {"", "'ratePerSecond': 200"})
  void loopsOnTwoServersRunAtTheSameTimeAndEachHasASample(String more) throws IOException {
    CyclicBarrier both = new CyclicBarrier(2);
    try (Serving one = servingAfter(both);
        Serving other = servingAfter(both)) {
      JsonNode answers =
          Driven.answers(
                  "[%s, %s]".formatted(greeting(one.url(), more), greeting(other.url(), more)))
              .get(0);
      assertThat(answers).hasSize(2);
      for (JsonNode sample : answers) {
        Driven.holdToSchema(sample);
        assertThat(Driven.errors(sample)).isZero();
        assertThat(Driven.valid(sample)).isPositive();
      }
    }
  }

  @Test
  void oneThatIsNotFitIsRefusedBeforeAnyIsLoaded() throws IOException {
    AtomicInteger requests = new AtomicInteger();
    try (Serving serving =
        Serving.of(
            (asked, reply) -> {
              requests.incrementAndGet();
              reply.greet();
            })) {
      String line = "[%s, %s]".formatted(greeting(serving.url(), ""), greeting("nowhere", ""));
      assertThatThrownBy(() -> Driven.answers(line))
          .isInstanceOf(UnfitSpecification.class)
          .hasMessageContaining("/url: expected");
    }
    assertThat(requests).hasValue(0);
  }

  private static String greeting(String url, String more) {
    return Driven.specification(url, Driven.GREETING, more);
  }

  /** Its first request waits for the other server's. */
  private static Serving servingAfter(CyclicBarrier both) {
    return Serving.of(
        (asked, reply) -> {
          if (asked.number() == 1) {
            await(both);
          }
          reply.greet();
        });
  }

  private static void await(CyclicBarrier both) throws InterruptedException {
    try {
      both.await(WAITS_SECONDS, TimeUnit.SECONDS);
    } catch (BrokenBarrierException | TimeoutException alone) {
      throw new IllegalStateException("nobody else came", alone);
    }
  }
}

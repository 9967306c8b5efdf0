// What a driver sent late is told, and is not in the latencies that a server is held to.
package dev.loadline.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TallyTest {
  private static final long STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(40);
  private static final long ANSWER_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
  private static final int REQUESTS = 200;
  private static final int LATE = 20;

  private final long beganAtNanos = System.nanoTime();
  private final Tally tally = new Tally(OptionalDouble.of(REQUESTS), List.of(), false);

  @Test
  void whatWasSentLateIsTheDrivers() {
    assertThat(exchange(false).lateSends()).isEqualTo(LATE);
    assertThat(tally.sample(1).latencyMicros().p99()).isLessThan(10_000);
    assertThat(tally.sample(1).valid()).isEqualTo(REQUESTS);
  }

  @Test
  void whatWaitedForAConnectionIsTheServers() {
    assertThat(exchange(true).lateSends()).isZero();
    assertThat(tally.sample(1).latencyMicros().p99()).isGreaterThan(30_000);
  }

  /** One request in ten goes out after a stall, all are answered at once. */
  private Sample exchange(boolean hasWaited) {
    tally.begin(new Window(beganAtNanos, beganAtNanos + TimeUnit.SECONDS.toNanos(1)));
    for (int request = 0; request < REQUESTS; request++) {
      long dueNanos = beganAtNanos + request * TimeUnit.SECONDS.toNanos(1) / REQUESTS;
      long sentNanos = dueNanos + (request < LATE ? STALL_NANOS : 0);
      if (hasWaited) {
        tally.waits(dueNanos, dueNanos);
      }
      tally.goes(dueNanos, sentNanos, hasWaited);
      tally.right(dueNanos, sentNanos + ANSWER_NANOS);
    }
    return tally.sample(1);
  }
}

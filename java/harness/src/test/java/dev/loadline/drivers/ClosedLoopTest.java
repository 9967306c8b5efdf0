// The closed loop: a driver that has a core for itself does not sleep, and calls that no work.
package dev.loadline.drivers;

import static dev.loadline.drivers.Driven.GREETING;
import static dev.loadline.drivers.Driven.errors;
import static dev.loadline.drivers.Driven.slice;
import static dev.loadline.drivers.Driven.valid;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ClosedLoopTest {
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private static final int TRIES = 3;

  private Serving serving;

  /** It leaves the driver nothing to do most of the time. */
  @BeforeEach
  void serve() {
    serving =
        Serving.of(
            (asked, reply) -> {
              Thread.sleep(20);
              reply.greet();
            });
    slice(serving.url(), GREETING, "'seconds': 0.3");
  }

  @AfterEach
  void close() throws IOException {
    serving.close();
  }

  /** The compiler works in this process too, and others may have the cores: the best of some. */
  @Test
  void aDriverThatHasACoreForItselfTurnsAndCallsThatNoWork() {
    long asleepNanos = Long.MAX_VALUE;
    long awakeNanos = 0;
    JsonNode awake = null;
    for (int i = 0; i < TRIES; i += 1) {
      asleepNanos = Math.min(asleepNanos, cpuNanosOf(() -> greet("")));
      List<JsonNode> samples = new ArrayList<>();
      long nanos = cpuNanosOf(() -> samples.add(greet(", 'ownsCore': true")));
      if (nanos > awakeNanos) {
        awakeNanos = nanos;
        awake = samples.get(0);
      }
    }
    assertThat(awakeNanos - asleepNanos).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(150));
    double calledWork = awake.get("driverCpuShare").asDouble() * TimeUnit.SECONDS.toNanos(1);
    assertThat(calledWork).isLessThan(0.7 * awakeNanos);
    assertThat(errors(awake)).isZero();
    assertThat(valid(awake)).isPositive();
  }

  private JsonNode greet(String more) {
    return slice(serving.url(), GREETING, "'seconds': 1" + more);
  }

  private static long cpuNanosOf(Runnable work) {
    long beforeNanos = SYSTEM.getProcessCpuTime();
    work.run();
    return SYSTEM.getProcessCpuTime() - beforeNanos;
  }
}

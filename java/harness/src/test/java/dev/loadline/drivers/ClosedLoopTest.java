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
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ClosedLoopTest {
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

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

  @Test
  void aDriverThatHasACoreForItselfTurnsAndCallsThatNoWork() {
    long beforeNanos = SYSTEM.getProcessCpuTime();
    slice(serving.url(), GREETING, "'seconds': 1");
    long asleepNanos = SYSTEM.getProcessCpuTime() - beforeNanos;
    beforeNanos = SYSTEM.getProcessCpuTime();
    JsonNode awake = slice(serving.url(), GREETING, "'seconds': 1, 'ownsCore': true");
    long awakeNanos = SYSTEM.getProcessCpuTime() - beforeNanos;
    assertThat(awakeNanos - asleepNanos).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(150));
    double calledWork = awake.get("driverCpuShare").asDouble() * TimeUnit.SECONDS.toNanos(1);
    assertThat(calledWork).isLessThan(0.7 * awakeNanos);
    assertThat(errors(awake)).isZero();
    assertThat(valid(awake)).isPositive();
  }
}

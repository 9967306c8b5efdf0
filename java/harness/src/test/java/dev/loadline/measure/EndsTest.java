// A run's time is shared out, and what speaks for harm has some more.
package dev.loadline.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EndsTest {
  private static final Duration BUDGET = Duration.ofSeconds(200);

  /** Close to where a long begins anew. */
  private static final long NOW = Long.MAX_VALUE - seconds(10);

  @ParameterizedTest
  @CsvSource({"120, 2, 60", "120, 1, 120", "80, 4, 30", "20, 4, 20"})
  void aWorkloadHasItsShareAndAtLeastHalfAMinuteOfWhatIsLeft(long left, int workloads, long own) {
    Ends ends = Ends.of(NOW, NOW + seconds(left), workloads, BUDGET);
    assertThat(ends.areOver(NOW + seconds(own) - 1)).isFalse();
    assertThat(ends.areOver(NOW + seconds(own))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"120, 2", "20, 1"})
  void whatSpeaksForHarmHasAQuarterOfTheBudgetOnTop(long left, int workloads) {
    Ends ends = Ends.of(NOW, NOW + seconds(left), workloads, BUDGET);
    assertThat(ends.areOverForSuspects(NOW + seconds(left + 50) - 1)).isFalse();
    assertThat(ends.areOverForSuspects(NOW + seconds(left + 50))).isTrue();
  }

  private static long seconds(long seconds) {
    return TimeUnit.SECONDS.toNanos(seconds);
  }
}

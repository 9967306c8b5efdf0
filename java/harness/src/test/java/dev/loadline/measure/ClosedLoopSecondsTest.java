package dev.loadline.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ClosedLoopSecondsTest {
  static List<Arguments> cases() {
    return List.of(
        Arguments.of("a fast workload keeps the usual", 0.15, List.of(7_000.0, 1_200.0), 0.15),
        Arguments.of(
            "the slowest has time for a hundred answers", 0.15, List.of(900.0, 400.0), 0.25),
        Arguments.of("however slow, there is an end", 0.15, List.of(900.0, 20.0), 0.6),
        Arguments.of("who gave no answer is slow", 0.15, List.of(900.0, 0.0), 0.6),
        Arguments.of("what is usually longer is never made shorter", 0.8, List.of(20.0), 0.8),
        Arguments.of("nothing is known", 0.15, List.of(), 0.15));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void aSliceIsLongEnough(String what, double usual, List<Double> speeds, double seconds) {
    assertThat(ClosedLoopSeconds.of(usual, speeds)).isEqualTo(seconds);
  }
}

// When a server counts as warm.
package dev.loadline.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SteadyTest {
  @Test
  void levelSpeedsAreSteady() {
    assertThat(Steady.isSteady(List.of(10.0, 100.0, 101.0, 99.0, 100.0, 101.0, 99.5))).isTrue();
  }

  @Test
  void fewSpeedsAreNot() {
    assertThat(Steady.isSteady(List.of(100.0, 100.0, 100.0, 100.0, 100.0))).isFalse();
  }

  @Test
  void aMoveOfThreePercentIsNot() {
    assertThat(Steady.isSteady(List.of(100.0, 99.0, 101.0, 103.0, 102.5, 103.5))).isFalse();
  }

  @Test
  void aSmallTrendIsNot() {
    assertThat(Steady.isSteady(List.of(100.0, 100.1, 100.2, 100.3, 100.4, 100.5))).isFalse();
  }

  @Test
  void aServerThatDoesNotAnswerIsNot() {
    assertThat(Steady.isSteady(List.of(0.0, 0.0, 0.0, 0.0, 0.0, 0.0))).isFalse();
  }
}

// When a server counts as warm.
package dev.loadline.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
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
  void aStepIsFoundWhereItIsAndHardlyByChance() {
    Steady.ChangePoint change =
        Steady.changePointOf(values(40, at -> (at < 26 ? 0 : 5) + (at * 7) % 5));
    assertThat(change.after()).isEqualTo(26);
    assertThat(change.chance()).isLessThan(0.001);
  }

  @Test
  void whereNothingMovedChanceLooksLikeThat() {
    assertThat(Steady.changePointOf(values(40, at -> (at * 7) % 5)).chance()).isGreaterThan(0.5);
    assertThat(Steady.changePointOf(values(3, at -> 1))).isEqualTo(new Steady.ChangePoint(1, 1));
  }

  private static List<Double> values(int count, IntToDoubleFunction value) {
    return IntStream.range(0, count).mapToObj(value::applyAsDouble).toList();
  }

  @Test
  void aServerThatDoesNotAnswerIsNot() {
    assertThat(Steady.isSteady(List.of(0.0, 0.0, 0.0, 0.0, 0.0, 0.0))).isFalse();
  }
}

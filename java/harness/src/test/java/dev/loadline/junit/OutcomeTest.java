// What a test makes of a cell.
package dev.loadline.junit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loadline.measure.Cell;
import dev.loadline.measure.Cell.Verdict;
import dev.loadline.thresholds.Gate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

class OutcomeTest {
  @Test
  void aPassPassesAndAFailFailsWithTheMessage() {
    assertThatCode(() -> Outcome.tell(cell(Verdict.PASS), gate(Gate.Inconclusive.FAIL)))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> Outcome.tell(cell(Verdict.FAIL), gate(Gate.Inconclusive.PASS)))
        .isInstanceOf(AssertionFailedError.class)
        .hasMessageStartingWith("java/duck hello: wrong under load");
  }

  @Test
  void whatIsInvalidIsNoPassAndFailsWhereCertaintyIsAskedFor() {
    Cell invalid = cell(Verdict.INVALID);
    assertThatThrownBy(() -> Outcome.tell(invalid, gate(Gate.Inconclusive.PASS)))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("invalid, which is no pass");
    assertThatThrownBy(() -> Outcome.tell(invalid, gate(Gate.Inconclusive.FAIL)))
        .isInstanceOf(AssertionFailedError.class)
        .hasMessageContaining("invalid, which is no pass");
  }

  @Test
  void whatIsNotJudgedIsSkippedWithTheReason() {
    assertThatThrownBy(() -> Outcome.tell(cell(Verdict.NOT_JUDGED), gate(Gate.Inconclusive.PASS)))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("no limits");
  }

  @Test
  void whatIsUndecidedIsWhatThresholdsJsonMakesOfIt() {
    Cell undecided = cell(Verdict.INCONCLUSIVE);
    assertThatCode(() -> Outcome.tell(undecided, gate(Gate.Inconclusive.WARN)))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> Outcome.tell(undecided, gate(Gate.Inconclusive.FAIL)))
        .isInstanceOf(AssertionFailedError.class);
  }

  private static Gate gate(Gate.Inconclusive inconclusive) {
    return new Gate(0.01, 0.05, 1, 40, inconclusive);
  }

  private static Cell cell(Verdict verdict) {
    return new Cell(
        "java/duck",
        "hello",
        Optional.empty(),
        verdict,
        Optional.of("thresholds.json has no limits for it"),
        verdict == Verdict.FAIL ? List.of("it was wrong") : List.of(),
        Optional.of("it was late"),
        List.of(),
        List.of(),
        new Cell.Resources(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty()));
  }
}

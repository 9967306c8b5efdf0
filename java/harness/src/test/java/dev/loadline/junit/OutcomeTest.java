// What a test makes of a comparison.
package dev.loadline.junit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loadline.measure.ComparisonOutcome;
import dev.loadline.measure.ComparisonOutcome.NotMeasured;
import dev.loadline.measure.Drift;
import dev.loadline.measure.Verdict;
import dev.loadline.thresholds.Gate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

class OutcomeTest {
  @Test
  void aPassPassesAndAFailFailsWithTheMessage() {
    assertThatCode(() -> Outcome.tell(found(Verdict.PASS), gate(Gate.Inconclusive.FAIL)))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> Outcome.tell(found(Verdict.FAIL), gate(Gate.Inconclusive.PASS)))
        .isInstanceOf(AssertionFailedError.class)
        .hasMessageStartingWith("java/duck hello: wrong under load");
  }

  @Test
  void aDriftFailsUnderItsOwnName() {
    Drift slower = new Drift(Drift.Way.SLOWS_DOWN, "hash", "its throughput fell by 31 %");
    ComparisonOutcome found = found(Verdict.FAIL, List.of(), List.of(slower));
    assertThatThrownBy(() -> Outcome.tell(found, gate(Gate.Inconclusive.PASS)))
        .isInstanceOf(AssertionFailedError.class)
        .hasMessageStartingWith("java/duck hello: slows down");
  }

  @Test
  void whatIsInvalidIsNoPassAndFailsWhereCertaintyIsAskedFor() {
    ComparisonOutcome invalid = found(Verdict.INVALID);
    assertThatThrownBy(() -> Outcome.tell(invalid, gate(Gate.Inconclusive.PASS)))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("invalid, which is no pass");
    assertThatThrownBy(() -> Outcome.tell(invalid, gate(Gate.Inconclusive.FAIL)))
        .isInstanceOf(AssertionFailedError.class)
        .hasMessageContaining("invalid, which is no pass");
  }

  @Test
  void whatIsNotJudgedIsSkippedWithTheReason() {
    assertThatThrownBy(() -> Outcome.tell(found(null), gate(Gate.Inconclusive.PASS)))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("no limits")
        .hasMessageContaining("java/duck hello.p99: java/yardstick has no hello");
  }

  @Test
  void whatIsUndecidedIsWhatThresholdsJsonMakesOfIt() {
    ComparisonOutcome undecided = found(Verdict.INCONCLUSIVE);
    assertThatCode(() -> Outcome.tell(undecided, gate(Gate.Inconclusive.WARN)))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> Outcome.tell(undecided, gate(Gate.Inconclusive.FAIL)))
        .isInstanceOf(AssertionFailedError.class);
  }

  private static Gate gate(Gate.Inconclusive inconclusive) {
    return new Gate(0.01, 0.05, 1, 40, inconclusive, Optional.empty());
  }

  private static ComparisonOutcome found(Verdict verdict) {
    List<String> faults = verdict == Verdict.FAIL ? List.of("it was wrong") : List.of();
    return found(verdict, faults, List.of());
  }

  /**
   * @param verdict null where it was not judged
   */
  private static ComparisonOutcome found(Verdict verdict, List<String> faults, List<Drift> drifts) {
    return new ComparisonOutcome(
        "java/duck",
        Optional.empty(),
        "hello",
        Optional.ofNullable(verdict),
        Optional.of("thresholds.json has no limits for it"),
        faults,
        drifts,
        Optional.of("it was late"),
        List.of(),
        List.of(new NotMeasured("java/duck hello.p99", "java/yardstick has no hello")),
        Optional.empty(),
        Optional.empty());
  }
}

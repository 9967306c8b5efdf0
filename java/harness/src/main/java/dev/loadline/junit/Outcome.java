// What a test makes of a comparison: it passes, fails with the message, or is skipped with the
// reason.
package dev.loadline.junit;

import dev.loadline.measure.ComparisonOutcome;
import dev.loadline.reports.LimitMessage;
import dev.loadline.thresholds.Gate;
import java.util.stream.Collectors;
import org.opentest4j.AssertionFailedError;

final class Outcome {
  private Outcome() {}

  /**
   * What was not judged is skipped. So is a measurement that is not to be trusted: it is no pass,
   * and no fault of the stack; where the gate asks for certainty, it fails.
   *
   * @throws AssertionFailedError with the message of the comparison
   */
  static void tell(ComparisonOutcome comparison, Gate gate) {
    if (comparison.verdict().isEmpty()) {
      Missing.skip(whyNotJudged(comparison));
      return;
    }
    String message = String.join("\n", LimitMessage.allOf(comparison));
    switch (comparison.verdict().get()) {
      case PASS -> {}
      case FAIL -> throw new AssertionFailedError(message);
      case INVALID -> tellInvalid(message, gate.inconclusive());
      case INCONCLUSIVE -> tellInconclusive(message, gate.inconclusive());
    }
  }

  private static String whyNotJudged(ComparisonOutcome comparison) {
    String why = comparison.notJudged().orElseThrow();
    return comparison.notMeasured().stream()
        .filter(left -> !left.reason().equals(why))
        .map(left -> "\n" + left)
        .collect(Collectors.joining("", why, ""));
  }

  private static void tellInvalid(String message, Gate.Inconclusive taken) {
    if (taken == Gate.Inconclusive.FAIL) {
      throw new AssertionFailedError(message);
    }
    Missing.skip(message);
  }

  private static void tellInconclusive(String message, Gate.Inconclusive taken) {
    switch (taken) {
      case PASS -> {}
      case WARN -> System.out.println(message);
      case FAIL -> throw new AssertionFailedError(message);
    }
  }
}

// What a test makes of a cell: it passes, fails with the message, or is skipped with the reason.
package dev.loadline.junit;

import dev.loadline.measure.Cell;
import dev.loadline.reports.Message;
import dev.loadline.thresholds.Gate;
import org.opentest4j.AssertionFailedError;

final class Outcome {
  private Outcome() {}

  /**
   * What was not judged is skipped; a measurement that is not to be trusted is no pass.
   *
   * @throws AssertionFailedError with the message of the cell
   */
  static void tell(Cell cell, Gate gate) {
    String message = String.join("\n", Message.allOf(cell));
    switch (cell.verdict()) {
      case PASS -> {}
      case FAIL, INVALID -> throw new AssertionFailedError(message);
      case NOT_JUDGED -> Missing.skip(cell.notJudged().orElseThrow());
      case INCONCLUSIVE -> tellInconclusive(message, gate.inconclusive());
    }
  }

  private static void tellInconclusive(String message, Gate.Inconclusive taken) {
    switch (taken) {
      case PASS -> {}
      case WARN -> System.out.println(message);
      case FAIL -> throw new AssertionFailedError(message);
    }
  }
}

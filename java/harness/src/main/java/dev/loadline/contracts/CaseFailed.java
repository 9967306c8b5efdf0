// The error for a case that does not hold.
package dev.loadline.contracts;

import java.util.List;

/** Its message names the case, the step, and all that was expected and came instead. */
public final class CaseFailed extends AssertionError {
  private static final long serialVersionUID = 1L;

  CaseFailed(String title, String place, List<Finding> findings) {
    super(message(title, place, findings));
  }

  private static String message(String title, String place, List<Finding> findings) {
    StringBuilder text = new StringBuilder(title).append("\n  case      ").append(place);
    String step = "";
    for (Finding finding : findings) {
      if (!finding.step().equals(step)) {
        step = finding.step();
        text.append("\n  step      ").append(step);
      }
      text.append("\n  expected  ").append(line(finding.what(), finding.expected()));
      text.append("\n  actual    ").append(line(finding.what(), finding.actual()));
    }
    return text.toString();
  }

  private static String line(String what, String value) {
    return (what + " " + Shown.shortened(value)).strip();
  }
}

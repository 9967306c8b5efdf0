// What a metric, a comparison or a whole run can be found to be; only a pass is one.
package dev.loadline.measure;

import java.util.Locale;

public enum Verdict {
  PASS,
  FAIL,
  INCONCLUSIVE,
  INVALID;

  /** As reports have it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}

// What a test does whose service is not there: it is skipped with the reason, or fails where
// everything is required.
package dev.loadline.junit;

import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.opentest4j.AssertionFailedError;

final class Missing {
  private Missing() {}

  static void tell(String reason) {
    if (isRequired()) {
      throw new AssertionFailedError(reason);
    }
    skip(reason);
  }

  static void skip(String reason) {
    Assumptions.abort(reason);
  }

  /** {@code LOADLINE_REQUIRE=all}, or {@code -Dloadline.require=all}. */
  static boolean isRequired() {
    return Optional.ofNullable(System.getProperty("loadline.require"))
        .or(() -> Optional.ofNullable(System.getenv("LOADLINE_REQUIRE")))
        .filter("all"::equals)
        .isPresent();
  }
}

// Runs a StepVerifier's script, and tells in our words why it failed.
package dev.loadline.contracts;

import java.io.IOException;
import java.util.List;
import reactor.test.StepVerifier;

/**
 * @param findings what the script's own checks have found; they are added while it runs
 */
record Verification(StepVerifier verifier, List<Finding> findings) {
  List<Finding> run(Deadline deadline, String what) throws IOException {
    try {
      verifier.verify(deadline.left());
    } catch (AssertionError failed) {
      if (findings.isEmpty() && deadline.hasPassed()) {
        throw deadline.exceeded();
      }
      return findings.isEmpty() ? List.of(unexpected(what, failed)) : List.copyOf(findings);
    }
    return List.copyOf(findings);
  }

  private static Finding unexpected(String what, AssertionError failed) {
    String message = String.valueOf(failed.getMessage()).replaceAll("\\s+", " ");
    return new Finding("", what, message);
  }
}

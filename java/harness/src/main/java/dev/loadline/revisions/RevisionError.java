// The error for a revision that cannot be had: its message says why, and what to do.
package dev.loadline.revisions;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Bad input or set-up: no stack trace is to be shown. */
public class RevisionError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param help lines that say what to do
   */
  RevisionError(String message, List<String> help) {
    super(
        Stream.concat(Stream.of(message), help.stream().map(line -> "  " + line))
            .collect(Collectors.joining("\n")));
  }
}

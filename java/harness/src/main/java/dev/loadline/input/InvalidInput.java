// The error for files that a person wrote and that cannot be used: every problem at once.
package dev.loadline.input;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Bad input: its message lists all problems, three lines each, and no stack trace is to be shown.
 */
public final class InvalidInput extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  public InvalidInput(List<Problem> problems) {
    super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  public List<Problem> problems() {
    return problems;
  }
}

// Carries a problem from the work to the stack that answers it.
package dev.loadline.workloads;

/** A request that cannot be done, and why; it has no stack trace, because it is no accident. */
public final class ProblemException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  public ProblemException(Problem problem) {
    super(problem.status() + " " + problem.detail(), null, false, false);
    this.problem = problem;
  }

  public Problem problem() {
    return problem;
  }
}

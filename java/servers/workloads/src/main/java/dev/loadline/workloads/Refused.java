// Says that what was asked for cannot be done, and why: the stacks map its reasons to statuses.
package dev.loadline.workloads;

/** Has no stack trace, because it is no accident. Its message is meant for the client. */
public final class Refused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Why something is refused. */
  public enum Reason {
    INVALID,
    MISSING,
    CONFLICT,
    TOO_LARGE,
    UNAVAILABLE
  }

  private final Reason reason;

  public Refused(Reason reason, String detail) {
    super(detail, null, false, false);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }

  static Refused invalid(String detail) {
    return new Refused(Reason.INVALID, detail);
  }

  static Refused missing(String detail) {
    return new Refused(Reason.MISSING, detail);
  }

  static Refused unavailable(String service) {
    return new Refused(Reason.UNAVAILABLE, service + " does not answer.");
  }
}

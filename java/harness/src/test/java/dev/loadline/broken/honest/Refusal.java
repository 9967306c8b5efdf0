// A request that is refused, with the problem that says why.
package dev.loadline.broken.honest;

/** Thrown wherever a request turns out to be wrong; the connection sends its reply. */
public final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Reply reply;

  private Refusal(Reply reply) {
    super("refused with " + reply.status(), null, false, false);
    this.reply = reply;
  }

  public static Refusal badRequest(String detail) {
    return new Refusal(Reply.problem(400, "Bad Request", detail));
  }

  public static Refusal notFound() {
    return new Refusal(Reply.problem(404, "Not Found", "There is nothing at this path."));
  }

  static Refusal wrongMethod(String allowed) {
    return new Refusal(
        Reply.problem(405, "Method Not Allowed", "This path takes " + allowed + ".")
            .with("Allow", allowed));
  }

  static Refusal conflict(String detail) {
    return new Refusal(Reply.problem(409, "Conflict", detail));
  }

  static Refusal tooLarge(long limit) {
    return new Refusal(
        Reply.problem(413, "Content Too Large", "The body may have " + limit + " bytes."));
  }

  static Refusal unsupported(String expected) {
    return new Refusal(
        Reply.problem(415, "Unsupported Media Type", "The body must be " + expected + "."));
  }

  static Refusal upgradeRequired() {
    return new Refusal(
        Reply.problem(426, "Upgrade Required", "This path speaks WebSocket.")
            .with("Upgrade", "websocket"));
  }

  public static Refusal unavailable(String service) {
    return new Refusal(Reply.problem(503, "Service Unavailable", service + " does not answer."));
  }

  Reply reply() {
    return reply;
  }
}

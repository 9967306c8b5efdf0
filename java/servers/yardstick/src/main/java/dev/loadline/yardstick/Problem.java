// What went wrong with a request, as it is told to the client (RFC 9457).
package dev.loadline.yardstick;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;

final class Problem extends Exception {
  private static final long serialVersionUID = 1;

  private final transient HttpResponseStatus status;
  private final transient CharSequence[] headers;

  Problem(HttpResponseStatus status, String detail, CharSequence... headers) {
    super(detail, null, false, false);
    this.status = status;
    this.headers = headers;
  }

  static Problem badRequest(String detail) {
    return new Problem(HttpResponseStatus.BAD_REQUEST, detail);
  }

  static Problem notFound(String detail) {
    return new Problem(HttpResponseStatus.NOT_FOUND, detail);
  }

  static Problem tooLarge(long limitBytes) {
    return new Problem(
        HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE,
        "The body may have at most " + limitBytes + " bytes.");
  }

  /**
   * @param service its name, for people
   */
  static Problem unavailable(String service) {
    return new Problem(HttpResponseStatus.SERVICE_UNAVAILABLE, service + " does not answer.");
  }

  HttpResponseStatus status() {
    return status;
  }

  /** Names and values in turn. */
  CharSequence[] headers() {
    return headers;
  }

  byte[] json() {
    String json =
        "{\"type\":\"about:blank\",\"title\":"
            + Json.quoted(status.reasonPhrase())
            + ",\"status\":"
            + status.code()
            + ",\"detail\":"
            + Json.quoted(getMessage())
            + "}";
    return json.getBytes(StandardCharsets.UTF_8);
  }
}

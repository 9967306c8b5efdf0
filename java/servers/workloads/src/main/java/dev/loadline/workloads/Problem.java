// What a server answers when it cannot do what was asked: RFC 9457, as application/problem+json.
package dev.loadline.workloads;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * A problem as the body of an error response.
 *
 * @param status the HTTP status
 * @param title the status in words
 * @param detail what was wrong with this request
 * @param allow the methods for the {@code Allow} header of a 405, else null
 */
public record Problem(int status, String title, String detail, String allow) {
  public static final String MEDIA_TYPE = "application/problem+json";

  /** What every path but the todos and the upload allows. */
  public static final String ALLOW_GET = "GET, HEAD";

  private static final Map<Integer, String> TITLES =
      Map.ofEntries(
          Map.entry(400, "Bad Request"),
          Map.entry(404, "Not Found"),
          Map.entry(405, "Method Not Allowed"),
          Map.entry(409, "Conflict"),
          Map.entry(413, "Content Too Large"),
          Map.entry(415, "Unsupported Media Type"),
          Map.entry(426, "Upgrade Required"),
          Map.entry(500, "Internal Server Error"),
          Map.entry(503, "Service Unavailable"));

  /** Any other status, as a container or framework found it; its detail is general. */
  public static Problem of(int status) {
    String detail =
        switch (status) {
          case 404 -> "There is nothing under this path.";
          case 500 -> "The server failed to answer this request.";
          default -> "The server could not accept this request.";
        };
    return of(status, detail);
  }

  public static Problem badRequest(String detail) {
    return of(400, detail);
  }

  public static Problem notFound(String path) {
    return of(404, "There is nothing under " + path + ".");
  }

  /**
   * @param allow the methods of the path, as {@code GET, HEAD}
   */
  public static Problem methodNotAllowed(String allow) {
    return new Problem(405, title(405), "This path takes " + allow + ".", allow);
  }

  public static Problem conflict(String detail) {
    return of(409, detail);
  }

  /**
   * @param limitBytes the most that would have been taken
   */
  public static Problem contentTooLarge(long limitBytes) {
    return of(413, "The body may have at most " + limitBytes + " bytes.");
  }

  /**
   * @param expected the media type that would have been taken
   */
  public static Problem unsupportedMediaType(String expected) {
    return of(415, "The body must be " + expected + ".");
  }

  /** For a WebSocket path that was asked without an upgrade; {@link #headers} names it. */
  public static Problem upgradeRequired() {
    return of(426, "This path speaks WebSocket only.");
  }

  /** For a failure of the server itself; says nothing of its cause. */
  public static Problem internal() {
    return of(500);
  }

  public static Problem unavailable(String detail) {
    return of(503, detail);
  }

  private static Problem of(int status, String detail) {
    return new Problem(status, title(status), detail, null);
  }

  private static String title(int status) {
    return TITLES.getOrDefault(status, status < 500 ? "Bad Request" : "Internal Server Error");
  }

  /** The headers that the response needs besides {@code Content-Type: application/problem+json}. */
  public Map<String, String> headers() {
    if (allow != null) {
      return Map.of("Allow", allow);
    }
    return status == 426 ? Map.of("Upgrade", "websocket", "Connection", "Upgrade") : Map.of();
  }

  /** The body of the response, in UTF-8. */
  public byte[] json() {
    String body =
        "{\"type\":\"about:blank\",\"title\":"
            + Json.quote(title)
            + ",\"status\":"
            + status
            + ",\"detail\":"
            + Json.quote(detail)
            + "}";
    return body.getBytes(StandardCharsets.UTF_8);
  }
}

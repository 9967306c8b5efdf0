// Which methods every path takes, for the frameworks that do not tell.
package dev.loadline.workloads;

import java.util.Map;

/** The paths of the servers. */
public final class Routes {
  private static final String GET = Problem.ALLOW_GET;
  private static final Map<String, String> ALLOWED =
      Map.ofEntries(
          Map.entry("/", GET),
          Map.entry("/hello", GET),
          Map.entry("/hash", GET),
          Map.entry("/fibonacci", GET),
          Map.entry("/health", GET),
          Map.entry("/htmx.min.js", GET),
          Map.entry("/echo", GET),
          Map.entry("/stream", GET),
          Map.entry("/todos", "GET, HEAD, POST"),
          Map.entry("/records", "POST"),
          Map.entry("/messages", "POST"),
          Map.entry("/upload", "PUT"));

  private Routes() {}

  /**
   * The methods that a path takes, as the {@code Allow} header has them, or null where there is
   * nothing under the path.
   *
   * @param path as it came, not decoded, without the query
   */
  public static String allowed(String path) {
    String fixed = ALLOWED.get(path);
    if (fixed != null) {
      return fixed;
    }
    if (isBetween(path, "/todos/", "")) {
      return "DELETE, GET, HEAD, PUT";
    }
    if (isBetween(path, "/cache/", "")) {
      return "GET, HEAD, PUT";
    }
    boolean isRead =
        isBetween(path, "/records/", "")
            || isBetween(path, "/messages/", "")
            || isBetween(path, "/stream/", "/signals");
    return isRead ? GET : null;
  }

  private static boolean isBetween(String path, String start, String end) {
    int from = start.length();
    int to = path.length() - end.length();
    return to > from
        && path.startsWith(start)
        && path.endsWith(end)
        && path.substring(from, to).indexOf('/') < 0;
  }
}

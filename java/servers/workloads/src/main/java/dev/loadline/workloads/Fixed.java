// The answers that never change, and the media types of all answers.
package dev.loadline.workloads;

/** Fixed bodies and media types. */
public final class Fixed {
  public static final String TEXT = "text/plain; charset=utf-8";
  public static final String HTML = "text/html; charset=utf-8";
  public static final String JSON = "application/json";
  public static final String NDJSON = "application/x-ndjson";
  public static final String SCRIPT = "text/javascript; charset=utf-8";

  /** The body of {@code GET /hello}, a {@link #TEXT}. */
  public static final String GREETING = "Hello World!";

  /** The body of {@code GET /health}, a {@link #JSON}. */
  public static final String HEALTH = "{\"status\":\"up\"}";

  private Fixed() {}
}

// What a server of the deception tests answers to one request.
package dev.loadline.broken.honest;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * A status, headers, and a body in one of three forms: bytes, a stream that is written as it is
 * made, or (status 101) another protocol that takes the connection over.
 */
public record Reply(
    int status, Map<String, String> headers, byte[] bytes, Stream stream, Upgrade upgrade) {
  private static final byte[] NOTHING = {};

  /** Writes a body while it is made; blocks for as long as nobody reads. */
  public interface Stream {
    void writeTo(OutputStream out) throws IOException;
  }

  /** Speaks another protocol until the connection ends. */
  public interface Upgrade {
    void speak(Request.Input in, OutputStream out) throws IOException;
  }

  public static Reply text(String text) {
    return of(200, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
  }

  public static Reply json(String json) {
    return json(200, json);
  }

  static Reply json(int status, String json) {
    return of(status, "application/json", json.getBytes(StandardCharsets.UTF_8));
  }

  /** A text as it stands in JSON. */
  static String quoted(String text) {
    return JsonMapper.shared().writeValueAsString(text);
  }

  static Reply noContent() {
    return new Reply(204, Map.of(), NOTHING, null, null);
  }

  public static Reply html(int status, String html) {
    return of(status, "text/html; charset=utf-8", html.getBytes(StandardCharsets.UTF_8));
  }

  /** An error as RFC 9457 has it; the detail must not need escaping. */
  public static Reply problem(int status, String title, String detail) {
    String json =
        "{\"type\":\"about:blank\",\"title\":\"%s\",\"status\":%d,\"detail\":\"%s\"}"
            .formatted(title, status, detail);
    return of(status, "application/problem+json", json.getBytes(StandardCharsets.UTF_8));
  }

  /** A 200 whose body is made while it is written. */
  public static Reply stream(String contentType, Stream stream) {
    return new Reply(200, Map.of("Content-Type", contentType), NOTHING, stream, null);
  }

  /** A 101 after which another protocol is spoken. */
  public static Reply upgrade(Map<String, String> headers, Upgrade upgrade) {
    return new Reply(101, headers, NOTHING, null, upgrade);
  }

  public static Reply of(int status, String contentType, byte[] bytes) {
    return new Reply(status, Map.of("Content-Type", contentType), bytes, null, null);
  }

  /** The same reply with one header more, or with another value of it. */
  public Reply with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Reply(status, more, bytes, stream, upgrade);
  }

  /** The same reply without a header. */
  public Reply without(String name) {
    Map<String, String> fewer = new LinkedHashMap<>(headers);
    fewer.remove(name);
    return new Reply(status, fewer, bytes, stream, upgrade);
  }
}

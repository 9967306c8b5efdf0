// One request as it is read from a connection.
package dev.loadline.broken.honest;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A request's head, and its body to be read once.
 *
 * @param path as it stands on the wire, without the query
 * @param query raw, or null; characters above ASCII stand for bytes
 * @param headers by name in lower case
 */
public record Request(
    String method,
    String path,
    String query,
    Map<String, String> headers,
    RequestBody body,
    Input input) {
  private static final int HEAD_BYTES = 16 << 10;

  /** A connection's input, which can tell whether the client is still there. */
  public static final class Input extends BufferedInputStream {
    private final Socket socket;

    Input(Socket socket) throws IOException {
      super(socket.getInputStream(), 64 << 10);
      this.socket = socket;
    }

    /** Whether the client has broken the connection; looks one byte ahead. */
    boolean abandoned() throws IOException {
      mark(1);
      socket.setSoTimeout(1);
      try {
        return read() < 0;
      } catch (SocketTimeoutException stillThere) {
        return false;
      } catch (IOException broken) {
        return true;
      } finally {
        reset();
        socket.setSoTimeout(0);
      }
    }

    byte[] readExactly(int count) throws IOException {
      byte[] bytes = readNBytes(count);
      if (bytes.length < count) {
        throw new EOFException("the client broke off");
      }
      return bytes;
    }

    /** A line without its end; at most {@code limit} bytes of it. */
    String line(int limit) throws IOException {
      StringBuilder line = new StringBuilder();
      for (int c = read(); c != '\n'; c = read()) {
        if (c < 0) {
          throw new EOFException("the client broke off");
        }
        if (line.length() >= limit) {
          throw Refusal.badRequest("The head of the request is too long.");
        }
        line.append((char) c);
      }
      int length = line.length();
      if (length > 0 && line.charAt(length - 1) == '\r') {
        line.setLength(length - 1);
      }
      return line.toString();
    }
  }

  /** Reads a request's head. */
  static Request read(Input in, InterimAnswer interim) throws IOException {
    String[] words = in.line(HEAD_BYTES).split(" ");
    if (words.length != 3 || !words[1].startsWith("/") || !words[2].startsWith("HTTP/1.")) {
      throw Refusal.badRequest("The first line must be a method, a path and HTTP/1.1.");
    }
    Map<String, String> headers = headers(in);
    if (words[2].equals("HTTP/1.0")) {
      headers.put("connection", "close");
    }
    int mark = words[1].indexOf('?');
    String path = mark < 0 ? words[1] : words[1].substring(0, mark);
    String query = mark < 0 ? null : words[1].substring(mark + 1);
    return new Request(words[0], path, query, headers, RequestBody.of(headers, in, interim), in);
  }

  /** Sends 100 Continue. */
  interface InterimAnswer {
    void send() throws IOException;
  }

  private static Map<String, String> headers(Input in) throws IOException {
    Map<String, String> headers = new HashMap<>();
    int room = HEAD_BYTES;
    for (String line = in.line(room); !line.isEmpty(); line = in.line(room)) {
      room -= line.length();
      int colon = line.indexOf(':');
      if (colon < 1 || line.charAt(colon - 1) == ' ') {
        throw Refusal.badRequest("A header must be a name, a colon and a value.");
      }
      headers.merge(
          line.substring(0, colon).toLowerCase(Locale.ROOT),
          line.substring(colon + 1).strip(),
          (before, next) -> before + ", " + next);
    }
    return headers;
  }

  public String header(String name) {
    return headers.getOrDefault(name, "");
  }

  boolean isHead() {
    return method.equals("HEAD");
  }

  /** Whether one of a header's comma-separated values is this one, case aside. */
  boolean lists(String name, String value) {
    for (String listed : header(name).split(",")) {
      if (listed.strip().equalsIgnoreCase(value)) {
        return true;
      }
    }
    return false;
  }

  /** The whole body as Latin-1 text, which keeps every byte. */
  String form(int limit) throws IOException {
    return new String(bytes(limit), StandardCharsets.ISO_8859_1);
  }

  /** The whole body. */
  byte[] bytes(int limit) throws IOException {
    byte[] bytes = body.readNBytes(limit + 1);
    if (bytes.length > limit) {
      throw Refusal.tooLarge(limit);
    }
    return bytes;
  }

  /** A body's bytes may come from anywhere; a handler sees a plain stream. */
  public InputStream content() {
    return body;
  }
}

// Reads HTTP/1.1 responses from a plain connection.
package dev.loadline.contracts;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * @param headOnly whether the request was a HEAD, whose answer has no body
 */
record AnswerReader(TcpConnection connection, boolean headOnly) {

  /** Passes over interim responses that nothing awaits. */
  Answer readFinal() throws IOException {
    Answer head = readHead();
    while (head.status() < 200) {
      head = readHead();
    }
    boolean empty = headOnly || head.status() == 204 || head.status() == 304;
    return empty ? head : new Answer(head.status(), head.headers(), readBody(head));
  }

  /** A response without its body. */
  Answer readHead() throws IOException {
    String statusLine = readLine();
    if (!statusLine.matches("HTTP/1\\.[01] \\d{3}.*")) {
      throw new IOException("no HTTP response: " + Shown.quoted(Shown.shortened(statusLine)));
    }
    int status = Integer.parseInt(statusLine.substring(9, 12));
    Map<String, String> headers = new TreeMap<>();
    for (String line = readLine(); !line.isEmpty(); line = readLine()) {
      int colon = line.indexOf(':');
      if (colon < 1) {
        throw new IOException("no HTTP header: " + Shown.quoted(Shown.shortened(line)));
      }
      String name = line.substring(0, colon).toLowerCase(Locale.ROOT);
      String value = line.substring(colon + 1).strip();
      headers.merge(name, value, (one, other) -> one + ", " + other);
    }
    return new Answer(status, headers, new byte[0]);
  }

  private byte[] readBody(Answer head) throws IOException {
    if (head.header("transfer-encoding").orElse("").equalsIgnoreCase("chunked")) {
      return readChunks();
    }
    if (head.header("content-length").isPresent()) {
      int length = Integer.parseInt(head.headers().get("content-length"));
      connection.receive(length);
      return connection.received().take(length);
    }
    while (connection.receive()) {
      // Everything until the end of the connection is the body.
    }
    return connection.received().takeAll();
  }

  private byte[] readChunks() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int size = readSize(); size > 0; size = readSize()) {
      connection.receive(size);
      body.write(connection.received().take(size));
      readLine();
    }
    while (!readLine().isEmpty()) {
      // Trailers are of no interest.
    }
    return body.toByteArray();
  }

  private int readSize() throws IOException {
    String line = readLine();
    try {
      return Integer.parseInt(line.split(";")[0].strip(), 16);
    } catch (NumberFormatException malformed) {
      throw new IOException("no size of a chunk: " + Shown.quoted(Shown.shortened(line)));
    }
  }

  private String readLine() throws IOException {
    ByteQueue received = connection.received();
    for (int at = 0; ; at++) {
      while (at >= received.size()) {
        if (!connection.receive()) {
          throw new EOFException(connection.howItEnded());
        }
      }
      if (received.at(at) == '\n') {
        return new String(received.take(at + 1), StandardCharsets.ISO_8859_1).strip();
      }
    }
  }
}

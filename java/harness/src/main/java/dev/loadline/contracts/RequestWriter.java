// Writes one HTTP/1.1 request on a plain connection.
package dev.loadline.contracts;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

record RequestWriter(TcpConnection connection) {
  void write(Request request) throws IOException {
    StringBuilder head = new StringBuilder(request.name()).append(" HTTP/1.1\r\n");
    if (request.headers().keySet().stream().noneMatch("host"::equalsIgnoreCase)) {
      head.append("Host: localhost\r\n");
    }
    request
        .headers()
        .forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    connection.send(head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8));
    if (request.body().isPresent()) {
      writeBody(request.body().get(), request.isChunked());
    }
  }

  private void writeBody(Content body, boolean chunked) throws IOException {
    for (byte[] chunk : body.chunks()) {
      if (chunked && chunk.length > 0) {
        connection.send(ascii(HexFormat.of().toHexDigits(chunk.length) + "\r\n"));
        connection.send(chunk);
        connection.send(ascii("\r\n"));
      } else {
        connection.send(chunk);
      }
    }
    if (chunked) {
      connection.send(ascii("0\r\n\r\n"));
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}

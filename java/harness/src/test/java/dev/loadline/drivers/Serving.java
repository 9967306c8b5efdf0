// A server within the test that answers each request as the test says, byte for byte.
package dev.loadline.drivers;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

final class Serving implements Closeable {
  private static final int LINE_END_BYTES = 4;

  private final ServerSocket listener;
  private final Answering answering;
  private final AtomicInteger requests = new AtomicInteger();
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

  /** How one request is answered, on the thread of its connection. */
  interface Answering {
    void answer(Asked asked, Reply reply) throws IOException, InterruptedException;
  }

  /**
   * @param number counts the requests, from 1
   * @param isFirst of its connection
   * @param headers by name in lower case
   */
  record Asked(
      int number,
      boolean isFirst,
      String method,
      String path,
      Map<String, String> headers,
      String body) {}

  /** What goes back. */
  record Reply(Socket socket) {
    void send(String bytes) throws IOException {
      socket.getOutputStream().write(bytes.getBytes(StandardCharsets.UTF_8));
    }

    void answer(int status, String headers, String body) throws IOException {
      int length = body.getBytes(StandardCharsets.UTF_8).length;
      send(
          "HTTP/1.1 %d Told\r\n%sContent-Length: %d\r\n\r\n%s"
              .formatted(status, headers, length, body));
    }

    void text(String body) throws IOException {
      answer(200, "Content-Type: Text/Plain;charset=UTF-8\r\n", body);
    }

    void greet() throws IOException {
      text("Hello World!");
    }

    void hangUp() throws IOException {
      socket.close();
    }
  }

  private Serving(Answering answering) throws IOException {
    this.answering = answering;
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    inBackground(this::accept);
  }

  static Serving of(Answering answering) {
    try {
      return new Serving(answering);
    } catch (IOException noPort) {
      throw new UncheckedIOException(noPort);
    }
  }

  String url() {
    return "http://127.0.0.1:" + listener.getLocalPort();
  }

  int requests() {
    return requests.get();
  }

  private static void inBackground(Runnable work) {
    Thread thread = new Thread(work, "serving");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listener.accept();
        socket.setTcpNoDelay(true);
        sockets.add(socket);
        inBackground(() -> serve(socket));
      }
    } catch (IOException closed) {
      sockets.clear();
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      boolean isFirst = true;
      while (true) {
        answering.answer(asked(in, isFirst), new Reply(socket));
        isFirst = false;
      }
    } catch (IOException gone) {
      sockets.remove(socket);
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private Asked asked(InputStream in, boolean isFirst) throws IOException {
    String[] lines = head(in).split("\r\n");
    String[] first = lines[0].split(" ");
    Map<String, String> headers = new HashMap<>();
    for (int line = 1; line < lines.length; line++) {
      String[] header = lines[line].split(": ", 2);
      headers.put(header[0].toLowerCase(Locale.ROOT), header[1]);
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
    return new Asked(requests.incrementAndGet(), isFirst, first[0], first[1], headers, body);
  }

  private static String head(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    for (int ended = 0; ended < LINE_END_BYTES; ) {
      int read = in.read();
      if (read < 0) {
        throw new IOException("the connection has ended");
      }
      head.write(read);
      ended = read == (ended % 2 == 0 ? '\r' : '\n') ? ended + 1 : 0;
    }
    return head.toString(StandardCharsets.ISO_8859_1);
  }

  /** Sends without a break in pieces, so that reads cut the answer anywhere. */
  static void sendInPieces(Reply reply, String text, int pieceBytes) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    OutputStream out = reply.socket().getOutputStream();
    for (int at = 0; at < bytes.length; at += pieceBytes) {
      out.write(bytes, at, Math.min(pieceBytes, bytes.length - at));
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}

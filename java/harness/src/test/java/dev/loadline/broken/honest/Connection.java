// One connection: reads requests, has them answered, and writes the replies.
package dev.loadline.broken.honest;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Runs on a thread of its own and blocks wherever the client makes it wait. */
final class Connection implements Runnable {
  /** Left to itself the kernel takes several MiB that nobody reads. */
  private static final int SOCKET_BUFFER_BYTES = 256 << 10;

  private static final int LINGER_MILLIS = 1_000;
  private static final long LINGER_BYTES = 256 << 20;

  private final Socket socket;
  private final HonestServer server;
  private boolean busy;
  private boolean stopping;

  Connection(Socket socket, HonestServer server) {
    this.socket = socket;
    this.server = server;
  }

  @Override
  public void run() {
    try (socket) {
      socket.setTcpNoDelay(true);
      socket.setSendBufferSize(SOCKET_BUFFER_BYTES);
      Request.Input in = new Request.Input(socket);
      OutputStream out = new BufferedOutputStream(socket.getOutputStream(), 16 << 10);
      boolean open = true;
      while (open && awaitRequest(in)) {
        open = answerOne(in, out) & work(false);
      }
      linger(in);
    } catch (IOException clientGone) {
      // A client may leave whenever it likes.
    } finally {
      server.ended(this);
    }
  }

  /** Ends the connection as soon as no request is in flight. */
  synchronized void stop() throws IOException {
    stopping = true;
    if (!busy) {
      socket.close();
    }
  }

  void cut() throws IOException {
    socket.close();
  }

  private boolean awaitRequest(Request.Input in) throws IOException {
    in.mark(1);
    if (in.read() < 0) {
      return false;
    }
    in.reset();
    return work(true);
  }

  /** Notes whether a request is in flight; false when the connection is to end. */
  private synchronized boolean work(boolean working) {
    busy = working;
    return !stopping;
  }

  private boolean answerOne(Request.Input in, OutputStream out) throws IOException {
    Request request = null;
    Reply reply;
    try {
      request = Request.read(in, () -> sendContinue(out));
      reply = server.answer(request);
    } catch (Refusal refusal) {
      reply = server.refused(refusal.reply());
    } catch (PeerGone gone) {
      throw gone;
    } catch (IOException | RuntimeException failure) {
      reply = server.failed(failure);
    }
    if (reply.upgrade() != null) {
      upgrade(reply, in, out);
      return false;
    }
    boolean open = request != null && request.body().ended() && !lastOne(request);
    write(reply, open, request != null && request.isHead(), out);
    return open;
  }

  private synchronized boolean lastOne(Request request) {
    return stopping || request.lists("connection", "close");
  }

  private void upgrade(Reply reply, Request.Input in, OutputStream out) throws IOException {
    out.write(head(reply, "").getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
    // A WebSocket has no end of its own: it may be cut when the server stops.
    if (work(false)) {
      reply.upgrade().speak(in, out);
    }
  }

  private static void sendContinue(OutputStream out) throws IOException {
    out.write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
  }

  private static void write(Reply reply, boolean open, boolean head, OutputStream out)
      throws IOException {
    String length = length(reply);
    String rest = open ? length : length + "Connection: close\r\n";
    out.write(head(reply, rest).getBytes(StandardCharsets.ISO_8859_1));
    if (!head && reply.stream() == null) {
      out.write(reply.bytes());
    } else if (!head) {
      ChunkedOutput chunks = new ChunkedOutput(out);
      reply.stream().writeTo(chunks);
      chunks.finish();
    }
    out.flush();
  }

  private static String length(Reply reply) {
    if (reply.status() == 204) {
      return "";
    }
    return reply.stream() == null
        ? "Content-Length: " + reply.bytes().length + "\r\n"
        : "Transfer-Encoding: chunked\r\n";
  }

  private static String head(Reply reply, String rest) {
    StringBuilder head = new StringBuilder("HTTP/1.1 " + reply.status() + " \r\n");
    for (Map.Entry<String, String> header : reply.headers().entrySet()) {
      head.append(header.getKey()).append(": ").append(header.getValue()).append("\r\n");
    }
    return head.append(rest).append("\r\n").toString();
  }

  /** Closing with bytes unread resets the connection, and the client may lose the reply. */
  private void linger(Request.Input in) throws IOException {
    socket.shutdownOutput();
    socket.setSoTimeout(LINGER_MILLIS);
    long passedOver = 0;
    byte[] bytes = new byte[64 << 10];
    for (int n = in.read(bytes); n >= 0 && passedOver < LINGER_BYTES; n = in.read(bytes)) {
      passedOver += n;
    }
  }
}

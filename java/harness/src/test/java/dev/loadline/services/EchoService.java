// A service of these tests: it sends back what it receives, and remembers it.
package dev.loadline.services;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

final class EchoService implements AutoCloseable {
  private final ServerSocket listener;
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();
  private final Thread acceptor;
  private volatile int connections;

  EchoService() throws IOException {
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    acceptor = daemon(this::acceptAll);
  }

  String url() {
    return "redis://duck:qu%40ck@127.0.0.1:" + listener.getLocalPort() + "/3";
  }

  /** All that it has received, from everybody. */
  String received() {
    return received.toString(StandardCharsets.UTF_8);
  }

  /** How many have ever come. */
  int connections() {
    return connections;
  }

  private void acceptAll() {
    try {
      while (true) {
        Socket socket = listener.accept();
        connections++;
        if (listener.isClosed()) {
          // Taken while it was closing: what listened is gone only when this thread is.
          socket.close();
          return;
        }
        daemon(() -> echo(socket));
      }
    } catch (IOException closed) {
      // The test is over.
      return;
    }
  }

  private void echo(Socket socket) {
    byte[] chunk = new byte[65_536];
    try (socket) {
      for (int length; (length = socket.getInputStream().read(chunk)) > 0; ) {
        received.write(chunk, 0, length);
        socket.getOutputStream().write(chunk, 0, length);
      }
    } catch (IOException gone) {
      // Cut by the relay, as some tests want it.
      return;
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "echo service");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  @Override
  public void close() throws IOException {
    listener.close();
    try {
      acceptor.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

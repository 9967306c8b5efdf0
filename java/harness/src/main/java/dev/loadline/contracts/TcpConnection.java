// One plain TCP connection to a server, on which nothing waits longer than it may.
package dev.loadline.contracts;

import dev.loadline.stacks.Server;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

final class TcpConnection implements AutoCloseable {
  /** Fixed, so that the system does not let the server write megabytes that nobody reads. */
  private static final int KERNEL_BUFFER_BYTES = 262_144;

  private static final int CHUNK_BYTES = 65_536;

  private final SocketChannel channel;
  private final Selector selector;
  private final SelectionKey key;
  private final Deadline deadline;
  private final ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
  private final ByteQueue received = new ByteQueue();
  private IOException end;

  private TcpConnection(SocketChannel channel, Deadline deadline) throws IOException {
    this.channel = channel;
    this.deadline = deadline;
    channel.configureBlocking(false);
    selector = Selector.open();
    key = channel.register(selector, 0);
  }

  /**
   * @param deadline of everything that is done with it
   */
  static TcpConnection open(Server server, Deadline deadline) throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      channel.setOption(StandardSocketOptions.SO_RCVBUF, KERNEL_BUFFER_BYTES);
      channel.setOption(StandardSocketOptions.SO_SNDBUF, KERNEL_BUFFER_BYTES);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      InetSocketAddress address = new InetSocketAddress(Server.HOST, server.port());
      channel.socket().connect(address, (int) Math.max(1, deadline.millisLeft()));
      return new TcpConnection(channel, deadline);
    } catch (IOException refused) {
      channel.close();
      throw refused;
    }
  }

  /** What has come and is not used yet. */
  ByteQueue received() {
    return received;
  }

  /**
   * Sends all of it, and reads what comes meanwhile: a server may wait for that. A server that does
   * not take the rest may have answered already, so that this shows when its answer is read.
   */
  void send(byte[] bytes) throws IOException {
    send(ByteBuffer.wrap(bytes));
  }

  void send(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining() && end == null) {
      await(SelectionKey.OP_WRITE | SelectionKey.OP_READ, deadline);
      if (key.isReadable()) {
        readAvailable();
      }
      if (key.isWritable() && end == null) {
        write(bytes);
      }
    }
  }

  /**
   * Hands bytes to the system without reading.
   *
   * @return whether all were taken, and not refused for so long
   */
  boolean offer(ByteBuffer bytes, long patienceMillis) throws IOException {
    while (bytes.hasRemaining() && end == null) {
      Deadline patience = Deadline.in(patienceMillis);
      if (!ready(SelectionKey.OP_WRITE, patience.butNotAfter(deadline))) {
        return false;
      }
      write(bytes);
    }
    return end == null;
  }

  private void write(ByteBuffer bytes) {
    try {
      channel.write(bytes);
    } catch (IOException broken) {
      end = broken;
      drain();
    }
  }

  /** The other side has gone, but what it sent before may still be here. */
  private void drain() {
    try {
      for (chunk.clear(); channel.read(chunk) > 0; chunk.clear()) {
        received.add(chunk.flip());
      }
    } catch (IOException gone) {
      end.addSuppressed(gone);
    }
  }

  /**
   * Waits until more has come.
   *
   * @return false at the end of the connection
   */
  boolean receive() throws IOException {
    int before = received.size();
    while (received.size() == before && end == null) {
      await(SelectionKey.OP_READ, deadline);
      readAvailable();
    }
    return received.size() > before;
  }

  /** Waits until so many bytes are there. */
  void receive(int length) throws IOException {
    while (received.size() < length) {
      if (!receive()) {
        throw new EOFException(howItEnded());
      }
    }
  }

  /** Has anything come, or has the connection ended? Does not wait. */
  boolean hasReceived() {
    try {
      return received.size() > 0 || end != null || ready(SelectionKey.OP_READ, Deadline.in(0));
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  String howItEnded() {
    return end instanceof EOFException || end == null
        ? "the connection was closed"
        : "the connection broke: " + end.getMessage();
  }

  private void readAvailable() {
    try {
      chunk.clear();
      if (channel.read(chunk) < 0) {
        end = new EOFException("closed");
      }
      received.add(chunk.flip());
    } catch (IOException broken) {
      end = broken;
    }
  }

  private void await(int operations, Deadline until) throws IOException {
    if (!ready(operations, until)) {
      throw until.exceeded();
    }
  }

  private boolean ready(int operations, Deadline until) throws IOException {
    key.interestOps(operations);
    selector.selectedKeys().clear();
    long millis = until.millisLeft();
    return (millis == 0 ? selector.selectNow() : selector.select(millis)) > 0;
  }

  /** Ends it with a TCP reset, as if the client had vanished. */
  void reset() {
    try {
      channel.setOption(StandardSocketOptions.SO_LINGER, 0);
    } catch (IOException gone) {
      // It has ended already: there is nothing to reset.
      end = gone;
    }
    close();
  }

  @Override
  public void close() {
    if (!selector.isOpen()) {
      return;
    }
    try (selector;
        channel) {
      key.cancel();
      // A cancelled key holds its channel open until the selector looks.
      selector.selectNow();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}

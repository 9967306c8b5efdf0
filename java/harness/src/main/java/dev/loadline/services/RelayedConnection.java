// One connection through a relay: a client's and the one that was opened to the service for it.
package dev.loadline.services;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

final class RelayedConnection {
  private final SocketChannel client;
  private final SocketChannel service;
  private final InetSocketAddress target;
  private final SelectionKey clientKey;
  private final SelectionKey serviceKey;
  private final Flow toService;
  private final Flow toClient;

  /**
   * @param client who has just come
   * @param target where the service is
   */
  RelayedConnection(SocketChannel client, InetSocketAddress target, Selector selector)
      throws IOException {
    this.client = ready(client);
    this.service = ready(SocketChannel.open());
    this.target = target;
    this.toService = new Flow(client, service);
    this.toClient = new Flow(service, client);
    this.clientKey = client.register(selector, SelectionKey.OP_READ, this);
    this.serviceKey = service.register(selector, 0, this);
  }

  private static SocketChannel ready(SocketChannel channel) throws IOException {
    channel.configureBlocking(false);
    return channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
  }

  /**
   * Reads and writes what it can without waiting.
   *
   * @param passes whether bytes may leave
   * @return false once it has ended
   */
  boolean move(boolean passes) {
    try {
      toService.read(passes);
      if (connected(passes)) {
        toClient.read(passes);
        write(passes);
      }
      if (toService.over(passes) || toClient.over(passes)) {
        return false;
      }
      listen(passes);
      return true;
    } catch (IOException broken) {
      return false;
    }
  }

  /** Connected late: services refuse those who have often come and gone without a word. */
  private boolean connected(boolean passes) throws IOException {
    if (service.isConnected()) {
      return true;
    }
    if (service.isConnectionPending()) {
      return service.finishConnect();
    }
    return passes && !toService.over(true) && service.connect(target);
  }

  private void write(boolean passes) throws IOException {
    if (passes) {
      toService.write();
      toClient.write();
    }
  }

  private void listen(boolean passes) {
    clientKey.interestOps(operations(toService, toClient, passes));
    if (service.isConnected()) {
      serviceKey.interestOps(operations(toClient, toService, passes));
    } else {
      serviceKey.interestOps(service.isConnectionPending() ? SelectionKey.OP_CONNECT : 0);
    }
  }

  private static int operations(Flow in, Flow out, boolean passes) {
    return (in.canRead(passes) ? SelectionKey.OP_READ : 0)
        | (passes && out.holdsBytes() ? SelectionKey.OP_WRITE : 0);
  }

  void close() {
    close(client);
    close(service);
  }

  /** Ends it with a TCP reset towards the client. */
  void cut() {
    reset(client);
    close(service);
  }

  private static void reset(SocketChannel channel) {
    try {
      channel.setOption(StandardSocketOptions.SO_LINGER, 0);
    } catch (IOException gone) {
      // It has ended already: there is nothing to reset.
      close(channel);
      return;
    }
    close(channel);
  }

  private static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}

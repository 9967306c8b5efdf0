// One connection through a relay: a client's and the one that was opened to the service for it.
package dev.loadline.services;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Optional;

final class RelayedConnection {
  private final SocketChannel client;
  private final SocketChannel service;
  private final SelectionKey clientKey;
  private final SelectionKey serviceKey;
  private final Flow toService;
  private final Flow toClient;

  private RelayedConnection(SocketChannel client, SocketChannel service, Selector selector)
      throws IOException {
    this.client = client;
    this.service = service;
    this.toService = new Flow(client, service);
    this.toClient = new Flow(service, client);
    this.clientKey = client.register(selector, SelectionKey.OP_READ, this);
    this.serviceKey = service.register(selector, SelectionKey.OP_CONNECT, this);
  }

  /**
   * @return empty when the service refuses; the client has been cut then
   */
  static Optional<RelayedConnection> open(
      SocketChannel client, InetSocketAddress target, Selector selector) throws IOException {
    SocketChannel service = SocketChannel.open();
    try {
      client.configureBlocking(false);
      client.setOption(StandardSocketOptions.TCP_NODELAY, true);
      service.configureBlocking(false);
      service.setOption(StandardSocketOptions.TCP_NODELAY, true);
      service.connect(target);
      return Optional.of(new RelayedConnection(client, service, selector));
    } catch (IOException refused) {
      reset(client);
      service.close();
      return Optional.empty();
    }
  }

  /**
   * Reads and writes what it can without waiting.
   *
   * @param passes whether bytes may leave
   * @return false once it has ended
   */
  boolean move(boolean passes) {
    try {
      boolean connected = service.isConnected() || service.finishConnect();
      toService.read(passes);
      if (connected) {
        toClient.read(passes);
      }
      if (passes && connected) {
        toService.write();
        toClient.write();
      }
      if (toService.over(passes) || toClient.over(passes)) {
        return false;
      }
      listen(passes, connected);
      return true;
    } catch (IOException broken) {
      return false;
    }
  }

  private void listen(boolean passes, boolean connected) {
    clientKey.interestOps(operations(toService, toClient, passes));
    serviceKey.interestOps(
        connected ? operations(toClient, toService, passes) : SelectionKey.OP_CONNECT);
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

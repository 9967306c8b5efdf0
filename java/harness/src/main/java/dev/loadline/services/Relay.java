// A small TCP proxy between a server and its service, which can take the service away from it.
package dev.loadline.services;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.channels.NetworkChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** It listens on loopback, on a port that stays its own; one thread moves all its bytes. */
public final class Relay implements AutoCloseable {
  private static final int BACKLOG = 1_024;
  private static final long OBEYS_WITHIN_MILLIS = 10_000;

  /** Below those that systems give out by themselves, so that nobody is handed one of ours. */
  private static final int PORT_LEAST = 20_000;

  private static final int PORTS = 12_000;
  private static final int ATTEMPTS = 50;

  private static final long FREE_WITHIN_MILLIS = 2_000;
  private static final long LOOKS_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final URI service;
  private final InetSocketAddress target;
  private final InetSocketAddress address;
  private final Selector selector;
  private final Thread thread;
  private final Queue<FutureTask<Void>> orders = new ConcurrentLinkedQueue<>();

  /** What listens or, while it is down, keeps the port for us. */
  private NetworkChannel port;

  private final Set<RelayedConnection> held = new HashSet<>();
  private boolean passes = true;
  private volatile boolean closed;
  private volatile int connections;
  private volatile int peakConnections;

  private Relay(URI service) throws IOException {
    this.service = service;
    this.target = new InetSocketAddress(service.getHost(), service.getPort());
    this.selector = Selector.open();
    this.port = listenSomewhere();
    this.address = (InetSocketAddress) port.getLocalAddress();
    this.thread = new Thread(this::serve, "relay of " + target);
    thread.setDaemon(true);
  }

  /**
   * @param url of a service, with its port: {@code redis://127.0.0.1:6379}
   */
  public static Relay open(String url) throws IOException {
    Relay relay = new Relay(URI.create(url));
    relay.thread.start();
    return relay;
  }

  /** The service's URL, but for host and port, which are the relay's. */
  public String url() {
    String user = service.getRawUserInfo() == null ? "" : service.getRawUserInfo() + "@";
    String query = service.getRawQuery() == null ? "" : "?" + service.getRawQuery();
    return "%s://%s%s:%d%s%s"
        .formatted(
            service.getScheme(),
            user,
            address.getHostString(),
            address.getPort(),
            service.getRawPath(),
            query);
  }

  /** How many connections it holds now. */
  public int connections() {
    return connections;
  }

  /** The most that it has held at once since {@link #resetPeak()}. */
  public int peakConnections() {
    return peakConnections;
  }

  public void resetPeak() throws IOException, InterruptedException {
    order(() -> peakConnections = connections);
  }

  /** Cuts every connection, and refuses new ones. */
  public void down() throws IOException, InterruptedException {
    order(this::refuse);
  }

  /** Keeps the connections, takes new ones, and passes nothing in either direction. */
  public void silent() throws IOException, InterruptedException {
    order(
        () -> {
          passes = false;
          listenAgain();
          moveAll();
        });
  }

  /** Passes everything, what was held first, unless its connection has ended meanwhile. */
  public void up() throws IOException, InterruptedException {
    order(
        () -> {
          // Whoever has gone while it was silent must not have his last words delivered.
          moveAll();
          passes = true;
          listenAgain();
          moveAll();
        });
  }

  /** Cuts every connection and gives up the port. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    selector.wakeup();
    try {
      thread.join(OBEYS_WITHIN_MILLIS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** What the relay's own thread is to do. */
  private interface Order {
    void obey() throws IOException;
  }

  private void order(Order order) throws IOException, InterruptedException {
    if (closed) {
      throw new IOException("the " + thread.getName() + " is closed");
    }
    Callable<Void> obeying =
        () -> {
          order.obey();
          return null;
        };
    FutureTask<Void> task = new FutureTask<>(obeying);
    orders.add(task);
    selector.wakeup();
    try {
      task.get(OBEYS_WITHIN_MILLIS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException failed) {
      throw new IOException("the " + thread.getName() + " failed", failed.getCause());
    } catch (TimeoutException ended) {
      throw new IOException("the " + thread.getName() + " has ended", ended);
    }
  }

  private void serve() {
    try (selector) {
      while (!closed) {
        selector.select();
        for (SelectionKey key : selector.selectedKeys()) {
          serve(key);
        }
        selector.selectedKeys().clear();
        for (FutureTask<Void> task = orders.poll(); task != null; task = orders.poll()) {
          task.run();
        }
      }
      cutAll();
      port.close();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private void serve(SelectionKey key) throws IOException {
    if (!key.isValid()) {
      return;
    }
    if (key.attachment() instanceof RelayedConnection connection) {
      move(connection);
      count();
    } else {
      acceptAll((ServerSocketChannel) key.channel());
    }
  }

  private void acceptAll(ServerSocketChannel listener) throws IOException {
    for (SocketChannel client = listener.accept(); client != null; client = listener.accept()) {
      take(client);
    }
  }

  private void take(SocketChannel client) throws IOException {
    try {
      RelayedConnection connection = new RelayedConnection(client, target, selector);
      if (held.size() >= peakConnections) {
        // A client that closed one before it opened the next has never had both.
        moveAll();
      }
      held.add(connection);
      count();
      move(connection);
    } catch (IOException gone) {
      client.close();
    }
  }

  private void move(RelayedConnection connection) {
    if (!connection.move(passes)) {
      connection.close();
      held.remove(connection);
    }
  }

  private void moveAll() {
    Set.copyOf(held).forEach(this::move);
    count();
  }

  private void count() {
    connections = held.size();
    peakConnections = Math.max(peakConnections, connections);
  }

  private void refuse() throws IOException {
    if (port instanceof ServerSocketChannel) {
      port.close();
      cutAll();
      // Bound and not listening, it refuses everybody and lets nobody else have the port.
      port = onceFree(() -> bound(address));
    }
  }

  private void cutAll() throws IOException {
    held.forEach(RelayedConnection::cut);
    held.clear();
    count();
    // A channel with a cancelled key stays open until the selector looks.
    selector.selectNow();
  }

  private void listenAgain() throws IOException {
    if (!(port instanceof ServerSocketChannel)) {
      port.close();
      port = onceFree(() -> listen(address));
    }
  }

  private ServerSocketChannel listenSomewhere() throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    for (int attempt = 1; ; attempt++) {
      int some = PORT_LEAST + ThreadLocalRandom.current().nextInt(PORTS);
      try {
        return listen(new InetSocketAddress(loopback, some));
      } catch (BindException taken) {
        if (attempt == ATTEMPTS) {
          throw taken;
        }
      }
    }
  }

  private ServerSocketChannel listen(InetSocketAddress where) throws IOException {
    ServerSocketChannel listener = ServerSocketChannel.open();
    try {
      listener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      listener.bind(where, BACKLOG);
      listener.configureBlocking(false);
      listener.register(selector, SelectionKey.OP_ACCEPT);
      return listener;
    } catch (IOException unfit) {
      listener.close();
      throw unfit;
    }
  }

  private static SocketChannel bound(InetSocketAddress where) throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      return channel.bind(where);
    } catch (IOException unfit) {
      channel.close();
      throw unfit;
    }
  }

  /** Takes the port anew. */
  private interface Binding {
    NetworkChannel bind() throws IOException;
  }

  /**
   * A process that somebody here starts at this moment still has our descriptors, and with them
   * what listened, until it has closed them.
   */
  private static NetworkChannel onceFree(Binding binding) throws IOException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(FREE_WITHIN_MILLIS);
    while (true) {
      try {
        return binding.bind();
      } catch (BindException taken) {
        if (System.nanoTime() - end > 0) {
          throw taken;
        }
        LockSupport.parkNanos(LOOKS_AGAIN_NANOS);
      }
    }
  }
}

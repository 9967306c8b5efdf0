// A server within the test that answers as each path says, and the service that it asks.
package dev.loadline.contracts;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.loadline.services.Relay;
import dev.loadline.stacks.Server;
import dev.loadline.stacks.StandIn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.json.JsonMapper;

final class SmallServer implements Setting, AutoCloseable {
  private static final int SERVICE_MILLIS = 200;

  private final HttpServer listener;
  private final ServerSocket service;
  private final Relay relay;
  private final int exitCode;
  private final List<Server> started = new ArrayList<>();
  private final Map<String, String> kept = new ConcurrentHashMap<>();
  private final AtomicInteger asked = new AtomicInteger();

  /**
   * @param exitCode with which it ends when it is asked to
   */
  SmallServer(int exitCode) throws IOException {
    this.exitCode = exitCode;
    InetAddress loopback = InetAddress.getLoopbackAddress();
    service = new ServerSocket(0, 50, loopback);
    Thread serving = new Thread(this::serve);
    serving.setDaemon(true);
    serving.start();
    relay = Relay.open("tcp://" + Server.HOST + ":" + service.getLocalPort());
    listener = HttpServer.create(new InetSocketAddress(loopback, 0), 1_024);
    listener.setExecutor(Executors.newCachedThreadPool());
    listener.createContext("/", this::answer);
    listener.start();
  }

  /** Holds a case of these steps, single quotes for double ones, against it. */
  void hold(String steps) throws Exception {
    String node = "{'id': 'small.it', 'description': 'does it', 'steps': [" + steps + "]}";
    Case each =
        new Case(
            JsonMapper.shared().readTree(node.replace('\'', '"')),
            "contracts/small.json /cases/0",
            Optional.empty(),
            Map.of());
    each.run(startAgain(), this);
  }

  @Override
  public Server startAgain() {
    try {
      Server server = StandIn.on(listener.getAddress().getPort(), exitCode);
      started.add(server);
      return server;
    } catch (IOException noShell) {
      throw new UncheckedIOException(noShell);
    }
  }

  @Override
  public Optional<Relay> relay() {
    return Optional.of(relay);
  }

  /** Nobody answers any more, as when a server has ended. */
  void hangUp() {
    listener.stop(0);
  }

  List<Server> started() {
    return started;
  }

  /** Greets whoever comes, and keeps the connection. */
  private void serve() {
    List<Socket> guests = new ArrayList<>();
    try {
      while (true) {
        Socket guest = service.accept();
        guests.add(guest);
        guest.getOutputStream().write('!');
      }
    } catch (IOException closed) {
      guests.clear();
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    switch (path) {
      case "/slow" -> {
        pause(300);
        reply(exchange, 200, "at last");
      }
      case "/slow-first" -> {
        pause(asked.incrementAndGet() == 1 ? 2_500 : 0);
        reply(exchange, 200, "at last");
      }
      case "/every-tenth" -> reply(exchange, asked.incrementAndGet() % 10 == 0 ? 500 : 200, "");
      case "/service" -> reply(exchange, serviceAnswers() ? 200 : 503, "");
      default -> keep(exchange, path, body);
    }
  }

  private void keep(HttpExchange exchange, String path, String body) throws IOException {
    if (exchange.getRequestMethod().equals("PUT")) {
      kept.put(path, body);
    }
    reply(exchange, kept.containsKey(path) ? 200 : 404, kept.getOrDefault(path, ""));
  }

  private boolean serviceAnswers() {
    try (Socket socket = new Socket()) {
      URI url = URI.create(relay.url());
      socket.connect(new InetSocketAddress(url.getHost(), url.getPort()), SERVICE_MILLIS);
      socket.setSoTimeout(SERVICE_MILLIS);
      return socket.getInputStream().read() == '!';
    } catch (IOException away) {
      return false;
    }
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private static void reply(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() throws IOException {
    listener.stop(0);
    service.close();
    relay.close();
    started.forEach(Server::close);
  }
}

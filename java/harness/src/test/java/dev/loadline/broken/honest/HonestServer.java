// A small server that keeps every contract, so that a fault put into it stands alone.
package dev.loadline.broken.honest;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * Speaks every workload with a thread a connection, so that nothing hides how a reply comes about.
 * A fault is a subclass that overrides what it breaks.
 */
public class HonestServer {
  private static final long FINISH_WITHIN_MILLIS = 5_000;
  private static final String READ = "GET, HEAD";

  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();

  /** One computation at a time leaves a core to everybody else. */
  private final Semaphore computing = new Semaphore(1, true);

  private Uploads uploads;
  private Todos todos;
  private Echo echo;
  private Streams streams;
  private Cache cache;
  private Records records;
  private Messages messages;

  /** Starts the server whose class is named: this one, or one with a fault. */
  public static void main(String[] className) throws Exception {
    Object server = Class.forName(className[0]).getDeclaredConstructor().newInstance();
    ((HonestServer) server).run();
  }

  /** Listens until SIGTERM. */
  protected void run() throws IOException {
    uploads = uploads();
    todos = todos();
    echo = echo();
    streams = streams();
    cache = cache();
    cache.open();
    records = records();
    records.open();
    messages = messages();
    int port = Integer.parseInt(System.getenv("PORT"));
    InetAddress host = InetAddress.getByName(System.getenv().getOrDefault("HOST", "127.0.0.1"));
    ServerSocket listening = new ServerSocket(port, 1_024, host);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(listening)));
    while (!listening.isClosed()) {
      accept(listening);
    }
  }

  /** What SIGTERM does. */
  protected void stop(ServerSocket listening) {
    try {
      listening.close();
      for (Connection connection : connections) {
        connection.stop();
      }
      awaitEnd(FINISH_WITHIN_MILLIS);
      for (Connection connection : connections) {
        connection.cut();
      }
      awaitEnd(FINISH_WITHIN_MILLIS / 5);
    } catch (IOException | InterruptedException failure) {
      System.err.println("did not stop properly: " + failure);
      Runtime.getRuntime().halt(1);
    }
    // Left to itself a JVM that SIGTERM ends exits with 143.
    Runtime.getRuntime().halt(0);
  }

  /** Answers one request; the replies to errors are thrown as {@link Refusal}. */
  protected Reply answer(Request request) throws IOException {
    String path = request.path();
    return switch (path) {
      case "/health" -> only(READ, request, () -> Reply.json("{\"status\":\"up\"}"));
      case "/hello" -> only(READ, request, () -> Reply.text("Hello World!"));
      case "/hash" -> only(READ, request, () -> hashOf(request));
      case "/fibonacci" -> only(READ, request, () -> fibonacciOf(request));
      case "/upload" -> only("PUT", request, () -> uploads.take(request));
      case "/echo" -> only(READ, request, () -> echo.open(request));
      case "/stream" -> only(READ, request, () -> streams.open(request));
      case "/records" -> only("POST", request, () -> records.post(request));
      case "/messages" -> only("POST", request, () -> messages.post(request));
      case "/", "/todos", "/htmx.min.js" -> todos.answer(request);
      default -> answerOne(path, request);
    };
  }

  private Reply answerOne(String path, Request request) throws IOException {
    if (path.startsWith("/todos/")) {
      return todos.answer(request);
    }
    if (path.startsWith("/cache/")) {
      return cache.answer(request, last(path, "/cache/"));
    }
    if (path.startsWith("/records/")) {
      String id = last(path, "/records/");
      return only(READ, request, () -> records.get(id));
    }
    if (path.startsWith("/messages/")) {
      String id = last(path, "/messages/");
      return only(READ, request, () -> messages.get(id));
    }
    String id = Streams.idInSignalsPath(path);
    return only(READ, request, () -> streams.signals(id));
  }

  /** The one word that is left of a path. */
  private static String last(String path, String start) {
    String last = path.substring(start.length());
    if (last.isEmpty() || last.contains("/")) {
      throw Refusal.notFound();
    }
    return last;
  }

  /** What is sent for a refusal. */
  protected Reply refused(Reply reply) {
    return reply;
  }

  /** What is sent when a handler throws. */
  protected Reply failed(Exception failure) {
    System.err.println("a handler failed: " + failure);
    return Reply.problem(500, "Internal Server Error", "The server failed; its log says why.");
  }

  /** h = 31h + c over UTF-16 code units. */
  protected int hash(String input) {
    int hash = 0;
    for (int i = 0; i < input.length(); i++) {
      hash = 31 * hash + input.charAt(i);
    }
    return hash;
  }

  /** F(n) by plain double recursion. */
  protected long fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
  }

  protected Uploads uploads() {
    return new Uploads();
  }

  protected Todos todos() {
    return new Todos();
  }

  protected Echo echo() {
    return new Echo();
  }

  protected Streams streams() {
    return new Streams();
  }

  protected Cache cache() {
    return new Cache();
  }

  protected Records records() {
    return new Records();
  }

  protected Messages messages() {
    return new Messages();
  }

  void ended(Connection connection) {
    connections.remove(connection);
  }

  /** One way to answer. */
  interface Handler {
    Reply answer() throws IOException;
  }

  static Reply only(String allowed, Request request, Handler handler) throws IOException {
    if (!allowed.matches("(.*, )?" + request.method() + "(, .*)?")) {
      throw Refusal.wrongMethod(allowed);
    }
    return handler.answer();
  }

  private Reply hashOf(Request request) {
    return Reply.text(String.valueOf(hash(Query.single(request.query(), "input"))));
  }

  private Reply fibonacciOf(Request request) throws IOException {
    String n = Query.single(request.query(), "n");
    if (!n.matches("[0-9]{1,2}") || Integer.parseInt(n) > 40) {
      throw Refusal.badRequest("n must be a number from 0 to 40 in decimal digits.");
    }
    computing.acquireUninterruptibly();
    try {
      if (request.input().abandoned()) {
        throw new PeerGone(null);
      }
      return Reply.text(String.valueOf(fibonacci(Integer.parseInt(n))));
    } finally {
      computing.release();
    }
  }

  private void accept(ServerSocket listening) throws IOException {
    try {
      Socket socket = listening.accept();
      Connection connection = new Connection(socket, this);
      connections.add(connection);
      Thread thread = new Thread(connection);
      thread.setDaemon(true);
      thread.start();
    } catch (IOException failure) {
      if (!listening.isClosed()) {
        throw failure;
      }
    }
  }

  private void awaitEnd(long withinMillis) throws InterruptedException {
    long deadline = System.nanoTime() + withinMillis * 1_000_000;
    while (!connections.isEmpty() && System.nanoTime() < deadline) {
      Thread.sleep(5);
    }
  }
}

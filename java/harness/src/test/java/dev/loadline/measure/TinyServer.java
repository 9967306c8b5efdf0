// A server of these tests: fast, unless it is told to pause, in its first process longer than in
// later ones, to answer wrongly, or to have compilers that work for a while.
package dev.loadline.measure;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

public final class TinyServer {
  private static final long PAUSE_MILLIS = Long.getLong(isFirst() ? "pauseAtFirst" : "pause", 0);
  private static final long WRONG_EVERY = Long.getLong("wrong", Long.MAX_VALUE);
  private static final long COMPILES_NANOS =
      TimeUnit.MILLISECONDS.toNanos(Long.getLong("compiles", 0));
  private static final AtomicLong ANSWERS = new AtomicLong();

  private TinyServer() {}

  public static void main(String[] arguments) throws IOException {
    int port = Integer.parseInt(System.getenv("PORT"));
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 1_024);
    server.setExecutor(Executors.newFixedThreadPool(4));
    server.createContext("/health", exchange -> answer(exchange, "{\"status\":\"up\"}"));
    server.createContext("/hello", TinyServer::greet);
    server.start();
    if (COMPILES_NANOS > 0) {
      // By its name it is taken for a compiler of the JVM.
      new Thread(TinyServer::compile, "C2 CompilerThread9").start();
    }
    Runtime.getRuntime().addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(0)));
  }

  /** Told a file, the process that creates it is. */
  private static boolean isFirst() {
    String marker = System.getProperty("marker");
    try {
      return marker != null && new File(marker).createNewFile();
    } catch (IOException uncreatable) {
      throw new UncheckedIOException(uncreatable);
    }
  }

  /** Busy for a while, and then it tells so by a file. */
  private static void compile() {
    long began = System.nanoTime();
    while (System.nanoTime() - began < COMPILES_NANOS) {
      Thread.onSpinWait();
    }
    try {
      new File(System.getProperty("compiled")).createNewFile();
    } catch (IOException uncreatable) {
      throw new UncheckedIOException(uncreatable);
    }
  }

  private static void greet(HttpExchange exchange) throws IOException {
    pause();
    boolean wrong = ANSWERS.incrementAndGet() % WRONG_EVERY == 0;
    answer(exchange, wrong ? "Hello Wurld!" : "Hello World!");
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private static void answer(HttpExchange exchange, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }
}

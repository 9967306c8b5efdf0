// Starts a stack as a child process and waits until it can serve.
package dev.loadline.stacks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

public final class Servers {
  private static final Duration READY_WITHIN = Duration.ofSeconds(60);
  private static final long HEALTH_EVERY_MILLIS = 25;
  private static final int HEALTH_TIMEOUT_MILLIS = 2_000;

  /** Somebody else may take the free port between our look and the server's. */
  private static final int ATTEMPTS = 3;

  /** A server is told its services' addresses by us alone. */
  private static final List<String> SERVICES = List.of("REDIS_URL", "MYSQL_URL", "MONGODB_URL");

  private static final Pattern UP = Pattern.compile("\"status\"\\s*:\\s*\"up\"");

  private Servers() {}

  /** Starts a server that is told no service's address. */
  public static Server start(Variant variant) throws NotStarted, InterruptedException {
    return start(variant, Map.of());
  }

  /**
   * @param services the addresses of backing services, by the variables in which a server finds
   *     them
   */
  public static Server start(Variant variant, Map<String, String> services)
      throws NotStarted, InterruptedException {
    return start(variant, services, List.of());
  }

  /**
   * @param services the addresses of backing services, by the variables in which a server finds
   *     them
   * @param javaOptions more options for a JVM
   */
  public static Server start(
      Variant variant, Map<String, String> services, List<String> javaOptions)
      throws NotStarted, InterruptedException {
    return start(variant, services, javaOptions, READY_WITHIN);
  }

  /** Starts a server that is told no service's address. */
  public static Server start(Variant variant, Duration readyWithin)
      throws NotStarted, InterruptedException {
    return start(variant, Map.of(), List.of(), readyWithin);
  }

  /**
   * Starts a server, which gets a temporary folder and a port of its own.
   *
   * @return once {@code GET /health} says that it is up
   * @throws NotStarted it ended at start, or did not get ready in time; nothing is left of it then
   */
  private static Server start(
      Variant variant, Map<String, String> services, List<String> javaOptions, Duration readyWithin)
      throws NotStarted, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      Server server = spawn(variant, services, javaOptions);
      try {
        awaitReady(server, readyWithin);
        return server;
      } catch (NotStarted notStarted) {
        server.kill();
        boolean portTaken = FreePort.isTaken(notStarted.getMessage());
        if (!portTaken || attempt == ATTEMPTS) {
          throw notStarted;
        }
      } catch (InterruptedException interrupted) {
        server.kill();
        throw interrupted;
      }
    }
  }

  private static Server spawn(
      Variant variant, Map<String, String> services, List<String> javaOptions) {
    FreePort.Claim claim = claimPort(variant);
    TemporaryFolder folder = claim.folder();
    int port = claim.port();
    try {
      ProcessBuilder builder =
          new ProcessBuilder(OwnSession.of(command(variant)))
              .directory(variant.stack().folder().toFile());
      setEnvironment(builder.environment(), variant, port, folder);
      builder.environment().put("JDK_JAVA_OPTIONS", allJavaOptions(variant, javaOptions, folder));
      builder.environment().putAll(services);
      Server server = new Server(variant.id(), builder.start(), port, folder);
      InCare.take(server);
      return server;
    } catch (IOException noProgram) {
      removeQuietly(folder, noProgram);
      throw new IllegalStateException(
          variant.id() + " cannot be started: " + noProgram.getMessage(), noProgram);
    }
  }

  private static FreePort.Claim claimPort(Variant variant) {
    try {
      return FreePort.claim(Server.HOST);
    } catch (IOException noPort) {
      throw new UncheckedIOException(
          variant.id() + " gets no port: " + noPort.getMessage(), noPort);
    }
  }

  private static void removeQuietly(TemporaryFolder folder, IOException cause) {
    try {
      folder.remove();
    } catch (IOException undeletable) {
      cause.addSuppressed(undeletable);
    }
  }

  private static List<String> command(Variant variant) {
    List<String> command = new ArrayList<>(variant.command());
    if (command.get(0).equals("java")) {
      Jdk.find(WhyNotRun.leastJava(variant.stack()))
          .ifPresent(jdk -> command.set(0, jdk.java().toString()));
    }
    command.addAll(1, RuntimeOptions.ofNode(variant));
    return command;
  }

  private static void setEnvironment(
      Map<String, String> environment, Variant variant, int port, TemporaryFolder folder) {
    // What a test runner sets for itself is not for the servers.
    environment.remove("NODE_OPTIONS");
    environment.keySet().removeAll(SERVICES);
    environment.put("NODE_ENV", "production");
    environment.putAll(variant.env());
    environment.put("PORT", Integer.toString(port));
    environment.put("HOST", Server.HOST);
    environment.put("TMPDIR", folder.path().toString());
  }

  /** The later of two that disagree counts. */
  private static String allJavaOptions(Variant variant, List<String> more, TemporaryFolder folder) {
    List<String> options = new ArrayList<>(RuntimeOptions.ofJava(variant));
    Optional.ofNullable(System.getenv("JDK_JAVA_OPTIONS")).ifPresent(options::add);
    options.addAll(more);
    options.add("-Djava.io.tmpdir=" + folder.path());
    return String.join(" ", options);
  }

  private static void awaitReady(Server server, Duration within)
      throws NotStarted, InterruptedException {
    long deadline = System.nanoTime() + within.toNanos();
    String last = "no answer yet";
    while (server.running() && System.nanoTime() < deadline) {
      last = health(server, (deadline - System.nanoTime()) / 1_000_000);
      if (last.equals("up")) {
        return;
      }
      server.endedWithin(HEALTH_EVERY_MILLIS);
    }
    if (!server.endedWithin(0)) {
      throw new NotStarted(
          server,
          "was not ready within " + within.toMillis() + " ms",
          "GET /health answers 200 {\"status\":\"up\"}",
          last);
    }
    throw new NotStarted(
        server, "ended before it was ready", "a running server", server.howItEnded());
  }

  /** {@code up}, or what came instead. */
  private static String health(Server server, long millis) {
    int timeout = (int) Math.max(1, Math.min(millis, HEALTH_TIMEOUT_MILLIS));
    try {
      HttpURLConnection connection =
          (HttpURLConnection) URI.create(server.baseUrl() + "/health").toURL().openConnection();
      connection.setConnectTimeout(timeout);
      connection.setReadTimeout(timeout);
      connection.setRequestProperty("Connection", "close");
      int status = connection.getResponseCode();
      if (status != 200) {
        return "status " + status;
      }
      String body = new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return UP.matcher(body).find() ? "up" : status + " " + body;
    } catch (IOException notYet) {
      return String.valueOf(notYet.getMessage());
    }
  }
}

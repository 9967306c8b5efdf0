// Redis from org.signal:embedded-redis, which brings the program itself for the usual systems.
package dev.loadline.embedded;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.embedded.RedisExecProvider;

final class EmbeddedRedis implements Embedded {
  private static final int ANSWERS_WITHIN_MILLIS = 20_000;
  private static final int LOOK_EVERY_MILLIS = 20;

  /** Somebody else may take the free port between our look and Redis's. */
  private static final int ATTEMPTS = 3;

  private static final Pattern VERSION =
      Pattern.compile("^redis_version:(\\S+)", Pattern.MULTILINE);

  @Override
  public Started start(Path folder) throws IOException, InterruptedException {
    Path program = program();
    for (int attempt = 1; ; attempt++) {
      int port = FreePort.onLoopback();
      Path log = folder.resolve("log");
      Process redis = command(program, port, folder).redirectOutput(log.toFile()).start();
      try {
        String url = "redis://" + FreePort.LOOPBACK + ":" + port;
        return new Started(url, "Redis " + untilAnswers(redis, port) + " (embedded)");
      } catch (IOException failed) {
        redis.destroyForcibly();
        if (attempt == ATTEMPTS) {
          throw new IOException(
              failed.getMessage() + "; it wrote: " + Files.readString(log), failed);
        }
      }
    }
  }

  private static Path program() throws IOException {
    try {
      return RedisExecProvider.defaultProvider().get().toPath();
    } catch (IllegalArgumentException none) {
      throw new IOException("embedded-redis has no Redis for " + Platform.name(), none);
    }
  }

  /** Nothing is kept: no snapshots, no log. */
  private static ProcessBuilder command(Path program, int port, Path folder) {
    return new ProcessBuilder(
            program.toString(),
            "--port",
            Integer.toString(port),
            "--bind",
            FreePort.LOOPBACK,
            "--dir",
            folder.toString(),
            "--save",
            "",
            "--appendonly",
            "no")
        .redirectErrorStream(true);
  }

  /** Its version, once it tells it. */
  private static String untilAnswers(Process redis, int port)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ANSWERS_WITHIN_MILLIS);
    while (true) {
      try {
        return version(port);
      } catch (IOException notYet) {
        if (!redis.isAlive()) {
          throw new IOException("Redis ended with exit code " + redis.exitValue(), notYet);
        }
        if (System.nanoTime() > deadline) {
          throw new IOException("Redis did not answer: " + notYet.getMessage(), notYet);
        }
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
    }
  }

  private static String version(int port) throws IOException {
    Matcher version = VERSION.matcher(info(port));
    if (version.find()) {
      return version.group(1);
    }
    throw new IOException("Redis does not tell its version");
  }

  /** RESP in its smallest: a command in words, and one bulk string ({@code $length}) back. */
  private static String info(int port) throws IOException {
    try (Socket socket = new Socket(FreePort.LOOPBACK, port)) {
      socket.setSoTimeout(ANSWERS_WITHIN_MILLIS);
      socket.getOutputStream().write("INFO server\r\n".getBytes(StandardCharsets.US_ASCII));
      DataInputStream answer = new DataInputStream(socket.getInputStream());
      StringBuilder length = new StringBuilder();
      for (char next = (char) answer.readByte(); next != '\n'; next = (char) answer.readByte()) {
        length.append(next);
      }
      byte[] info = new byte[Integer.parseInt(length.substring(1).strip())];
      answer.readFully(info);
      return new String(info, StandardCharsets.UTF_8);
    }
  }
}

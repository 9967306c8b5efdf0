// Services from the one jar of java/services, which starts embedded ones.
package dev.loadline.services;

import dev.loadline.stacks.OutputTail;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * @param root the house
 * @param endWithinMillis before the jar is killed
 */
record FromEmbedded(Path root, long endWithinMillis) implements Supply {
  private static final String MODULE = "java/services";
  private static final String JAR = MODULE + "/target/loadline-services.jar";
  private static final long ANSWERS_WITHIN_MILLIS = 10_000;

  /** It ends its services with its standard input, and takes up to 15 s for what still starts. */
  private static final long END_WITHIN_MILLIS = 20_000;

  /** After it was killed. */
  private static final long GONE_WITHIN_MILLIS = 5_000;

  private static final long LAST_WORDS_MILLIS = 500;

  FromEmbedded(Path root) {
    this(root, END_WITHIN_MILLIS);
  }

  @Override
  public Map<ServiceName, Attempt> supply(List<Declared> wanted) throws InterruptedException {
    if (!Files.exists(root.resolve(JAR))) {
      return each(wanted, JAR + " is not built: mvn -pl " + MODULE + " -DskipTests package");
    }
    try {
      return start(wanted);
    } catch (IOException failed) {
      return each(wanted, MODULE + ": " + failed.getMessage());
    }
  }

  private static Map<ServiceName, Attempt> each(List<Declared> wanted, String reason) {
    Map<ServiceName, Attempt> attempts = new LinkedHashMap<>();
    wanted.forEach(declared -> attempts.put(declared.name(), Attempt.none(reason)));
    return attempts;
  }

  private Map<ServiceName, Attempt> start(List<Declared> wanted)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-jar", root.resolve(JAR).toString()));
    wanted.forEach(declared -> command.add(declared.name().id()));
    Process jar = new ProcessBuilder(command).start();
    OutputTail stderr = OutputTail.of(jar.getErrorStream(), MODULE + " stderr");
    JsonNode told = told(jar, stderr);
    return AtOnce.each(
        wanted, declared -> attempt(declared, told.path(declared.name().id()), () -> stop(jar)));
  }

  /** Its one line says what it has started. */
  private JsonNode told(Process jar, OutputTail stderr) throws IOException, InterruptedException {
    BufferedReader lines = jar.inputReader();
    String line = lines.readLine();
    if (line != null) {
      return JsonMapper.shared().readTree(line);
    }
    stop(jar);
    stderr.awaitEnd(LAST_WORDS_MILLIS);
    throw new IOException(
        "it ended with exit code %d; it wrote: %s".formatted(jar.waitFor(), stderr.text()));
  }

  private Attempt attempt(Declared declared, JsonNode told, Runnable stop)
      throws InterruptedException {
    if (!told.has("url")) {
      return Attempt.none(MODULE + ": " + told.path("error").asString("no URL"));
    }
    String url = told.get("url").asString();
    try {
      Ask.untilAnswers(declared.name(), url, ANSWERS_WITHIN_MILLIS, Ask.WhyEnded.NEVER);
    } catch (IOException silent) {
      return Attempt.none(MODULE + ": " + silent.getMessage());
    }
    String description = told.get("description").asString();
    return Attempt.of(declared, url, Service.Source.EMBEDDED, description, stop);
  }

  /** It watches its standard input, and so ends with us however we end. */
  private void stop(Process jar) {
    try {
      jar.getOutputStream().close();
      if (!jar.waitFor(endWithinMillis, TimeUnit.MILLISECONDS)) {
        kill(jar);
      }
    } catch (IOException gone) {
      jar.destroyForcibly();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Itself alone: the watchdog below it ends its services, and removes their folder. */
  private static void kill(Process jar) throws InterruptedException {
    List<ProcessHandle> below = jar.descendants().toList();
    jar.destroyForcibly();
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(GONE_WITHIN_MILLIS);
    while (below.stream().anyMatch(ProcessHandle::isAlive) && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }
}

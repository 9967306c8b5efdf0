// The driver's process, seen from the side that measures: specifications go in, samples come out.
package dev.loadline.measure;

import dev.loadline.instruments.Cores;
import dev.loadline.stacks.InCare;
import dev.loadline.stacks.OutputTail;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** One lives for a whole run, so that what is measured is not its own warm-up. */
final class DriverProcess implements AutoCloseable, InCare.Charge {
  /** On one core, and small: what it takes, the servers miss. */
  private static final List<String> OUR_OWN =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:ActiveProcessorCount=1",
          "-Xmx192m",
          "-cp",
          System.getProperty("java.class.path"),
          "dev.loadline.cli.Main",
          "drive");

  /** An answer may take 10 s after the window; beyond that and this the driver hangs. */
  private static final double LATE_SECONDS = 40;

  private static final long LAST_WORDS_MILLIS = 500;

  /** The error for a driver that hands back no sample. */
  static final class Failed extends Exception {
    private static final long serialVersionUID = 1L;

    private Failed(String message) {
      super(message);
    }
  }

  private final Process process;
  private final OutputTail stderr;
  private final BlockingQueue<Optional<String>> answers = new LinkedBlockingQueue<>();

  private DriverProcess(Process process) {
    this.process = process;
    this.stderr = OutputTail.of(process.getErrorStream(), "driver stderr");
    Thread reader = new Thread(this::readAnswers, "driver stdout");
    reader.setDaemon(true);
    reader.start();
  }

  /** The JVM's own driver. */
  static DriverProcess start(Cores cores) {
    String java = Optional.ofNullable(System.getProperty("java.home")).orElseThrow() + "/bin/java";
    List<String> command = new ArrayList<>(List.of(java));
    command.addAll(OUR_OWN);
    return start(command, cores);
  }

  /**
   * @param command any program that speaks the protocol of drivers
   */
  static DriverProcess start(List<String> command, Cores cores) {
    try {
      Process process = new ProcessBuilder(Cores.pinned(cores.driver(), command)).start();
      DriverProcess driver = new DriverProcess(process);
      InCare.take(driver);
      return driver;
    } catch (IOException noProgram) {
      throw new UncheckedIOException(
          "the driver cannot be started: " + noProgram.getMessage(), noProgram);
    }
  }

  long pid() {
    return process.pid();
  }

  /**
   * Does one slice at a time.
   *
   * @param url of the server
   * @param load a contract's, without pages
   * @throws Failed it refused the order, or ended
   */
  Sample run(Order order, String url, JsonNode load) throws Failed, InterruptedException {
    return new Sample(answer(order, order.json(url, load)));
  }

  /** What is to be loaded: a server, with a contract's load without pages. */
  record Target(String url, JsonNode load) {}

  /**
   * One slice of servers that are loaded at the same time.
   *
   * @return in their order
   * @throws Failed it refused an order, or ended
   */
  List<Sample> runAll(Order order, List<Target> targets) throws Failed, InterruptedException {
    ArrayNode orders = JsonNodeFactory.instance.arrayNode();
    targets.forEach(target -> orders.add(order.json(target.url(), target.load())));
    return answer(order, orders).valueStream().map(Sample::new).toList();
  }

  private JsonNode answer(Order order, JsonNode specification) throws Failed, InterruptedException {
    answers.removeIf(Optional::isPresent);
    send(specification + "\n");
    long withinMillis = (long) ((order.seconds() + LATE_SECONDS) * 1_000);
    Optional<String> line = answers.poll(withinMillis, TimeUnit.MILLISECONDS);
    if (line == null) {
      throw new Failed("the driver gave no sample within " + withinMillis + " ms");
    }
    if (line.isEmpty()) {
      // Whoever asks next learns it too.
      answers.add(line);
      throw new Failed(lastWords());
    }
    return JsonMapper.shared().readTree(line.get());
  }

  private void send(String line) throws Failed, InterruptedException {
    try {
      OutputStream in = process.getOutputStream();
      in.write(line.getBytes(StandardCharsets.UTF_8));
      in.flush();
    } catch (IOException ended) {
      throw new Failed(lastWords());
    }
  }

  private String lastWords() throws InterruptedException {
    stderr.awaitEnd(LAST_WORDS_MILLIS);
    return stderr.text().isEmpty() ? "the driver ended during a slice" : stderr.text();
  }

  private void readAnswers() {
    try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        answers.add(Optional.of(line));
      }
    } catch (IOException killed) {
      // It was ended while we read: nothing more is to come.
      answers.add(Optional.empty());
    }
    answers.add(Optional.empty());
  }

  @Override
  public void close() {
    kill();
  }

  @Override
  public void kill() {
    process.destroyForcibly();
    InCare.release(this);
  }
}

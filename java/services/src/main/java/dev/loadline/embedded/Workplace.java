// The folder in which all services of this process work, and the end of everything that they
// started.
package dev.loadline.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

final class Workplace {
  private static final long STARTED_WITHIN_SECONDS = 110;
  private static final long LOOK_EVERY_MILLIS = 100;

  /** What is unpacking when we end must have ended too, or it would leave files. */
  private static final long STARTERS_END_WITHIN_MILLIS = 15_000;

  private final Path folder;
  private final Watchdog watchdog;
  private final ExecutorService starters = Executors.newCachedThreadPool();
  private volatile boolean ending;

  private Workplace(Path folder, Watchdog watchdog) {
    this.folder = folder;
    this.watchdog = watchdog;
  }

  /** From now on nothing is left behind, however this process ends. */
  static Workplace open() throws IOException {
    Path folder = Files.createTempDirectory("loadline-services-").toRealPath();
    // Libraries unpack what they bring, and must do it where it is removed.
    System.setProperty("java.io.tmpdir", folder.toString());
    Workplace place = new Workplace(folder, Watchdog.over(folder));
    Runtime.getRuntime().addShutdownHook(new Thread(place::end));
    return place;
  }

  /** Starts all at the same time. */
  Map<String, Outcome> start(Map<String, Embedded> services) throws InterruptedException {
    Map<String, Future<Embedded.Started>> starting = new LinkedHashMap<>();
    services.forEach(
        (name, service) -> starting.put(name, starters.submit(() -> start(name, service))));
    starters.shutdown();
    do {
      watchdog.watch(children());
    } while (!starters.awaitTermination(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS));
    watchdog.watch(children());
    Map<String, Outcome> outcomes = new LinkedHashMap<>();
    for (Map.Entry<String, Future<Embedded.Started>> each : starting.entrySet()) {
      outcomes.put(each.getKey(), outcome(each.getValue()));
    }
    return outcomes;
  }

  private Embedded.Started start(String name, Embedded service) throws Exception {
    for (int attempt = 1; ; attempt++) {
      Path own = Files.createDirectory(folder.resolve(name + "-" + attempt));
      try {
        return service.start(own);
      } catch (Exception failure) {
        if (attempt == service.attempts() || ending) {
          throw failure;
        }
      }
    }
  }

  private static Outcome outcome(Future<Embedded.Started> started) throws InterruptedException {
    try {
      return Outcome.of(started.get(STARTED_WITHIN_SECONDS, TimeUnit.SECONDS));
    } catch (ExecutionException failed) {
      return Outcome.failed(messages(failed.getCause()));
    } catch (TimeoutException late) {
      return Outcome.failed("it did not answer within " + STARTED_WITHIN_SECONDS + " s");
    }
  }

  /** With those of its causes: libraries say first what failed, and last why. */
  private static String messages(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .map(each -> String.valueOf(each.getMessage()))
        .distinct()
        .collect(Collectors.joining(": "));
  }

  private List<ProcessHandle> children() {
    return ProcessHandle.current().descendants().filter(each -> !watchdog.isIt(each)).toList();
  }

  private void end() {
    ending = true;
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(STARTERS_END_WITHIN_MILLIS);
    try {
      List<ProcessHandle> left = children();
      while (!(left.isEmpty() && starters.isTerminated()) && System.nanoTime() < deadline) {
        left.forEach(ProcessHandle::destroyForcibly);
        starters.awaitTermination(10, TimeUnit.MILLISECONDS);
        TimeUnit.MILLISECONDS.sleep(5);
        left = children();
      }
      remove(deadline);
      watchdog.dismiss();
    } catch (IOException | UncheckedIOException undeletable) {
      System.err.println(undeletable.getMessage() + ": left to the watchdog");
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** A library may write or remove something while we do. */
  private void remove(long deadline) throws IOException, InterruptedException {
    while (true) {
      try {
        remove();
        return;
      } catch (IOException | UncheckedIOException meanwhile) {
        if (System.nanoTime() > deadline) {
          throw meanwhile;
        }
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  /** The deepest first. */
  private void remove() throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}

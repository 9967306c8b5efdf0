// The step `concurrently`: clients that run the same exchanges at once, each with words of
// its own.
package dev.loadline.contracts;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

record ConcurrentlyStep(JsonNode node) implements Step {
  /** What is wrong in one lane is mostly wrong in all. */
  private static final int TOLD_FINDINGS = 3;

  @Override
  public String name() {
    return "%d clients at once, %d times each".formatted(lanes(), times());
  }

  /** Each lane has a thread of its own, because an exchange blocks. */
  @Override
  public List<Finding> run(Stage stage) throws InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(lanes());
    try {
      List<Finding> findings = new ArrayList<>();
      for (Future<Optional<Finding>> lane : threads.invokeAll(lanesOf(stage))) {
        found(lane).ifPresent(findings::add);
      }
      return findings.stream().limit(TOLD_FINDINGS).toList();
    } finally {
      threads.shutdownNow();
    }
  }

  private List<Callable<Optional<Finding>>> lanesOf(Stage stage) {
    return IntStream.rangeClosed(1, lanes())
        .<Callable<Optional<Finding>>>mapToObj(lane -> () -> run(lane, stage))
        .toList();
  }

  /** The first finding, which ends the lane. */
  private Optional<Finding> run(int lane, Stage stage) throws InterruptedException {
    for (int run = 1; run <= times(); run++) {
      List<Finding> findings = stage.with(stage.words().anew()).run(node.get("steps"));
      if (!findings.isEmpty()) {
        return Optional.of(findings.get(0).within("lane %d, run %d".formatted(lane, run)));
      }
    }
    return Optional.empty();
  }

  private static Optional<Finding> found(Future<Optional<Finding>> lane)
      throws InterruptedException {
    try {
      return lane.get();
    } catch (ExecutionException broken) {
      throw new IllegalStateException("a lane broke off", broken.getCause());
    }
  }

  private int lanes() {
    return node.at("/concurrently/lanes").asInt();
  }

  private int times() {
    return node.at("/concurrently/times").asInt();
  }
}

// Starts several services at the same time.
package dev.loadline.services;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

final class AtOnce {
  private AtOnce() {}

  /** Starts one service, and never throws for its sake. */
  interface Start {
    Supply.Attempt start(Declared declared) throws InterruptedException;
  }

  static Map<ServiceName, Supply.Attempt> each(List<Declared> wanted, Start start)
      throws InterruptedException {
    if (wanted.isEmpty()) {
      return Map.of();
    }
    ExecutorService threads = Executors.newFixedThreadPool(wanted.size());
    try {
      Map<Declared, Future<Supply.Attempt>> running = new LinkedHashMap<>();
      wanted.forEach(each -> running.put(each, threads.submit(() -> start.start(each))));
      Map<ServiceName, Supply.Attempt> attempts = new LinkedHashMap<>();
      for (Map.Entry<Declared, Future<Supply.Attempt>> each : running.entrySet()) {
        attempts.put(each.getKey().name(), each.getValue().get());
      }
      return attempts;
    } catch (ExecutionException broken) {
      throw new IllegalStateException(broken.getCause());
    } finally {
      threads.shutdownNow();
    }
  }
}

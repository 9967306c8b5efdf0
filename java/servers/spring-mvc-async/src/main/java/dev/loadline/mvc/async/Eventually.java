// Turns work into a future.
package dev.loadline.mvc.async;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** As {@code CompletableFuture.supplyAsync}, for work that throws checked exceptions. */
final class Eventually {
  private Eventually() {}

  static <T> CompletableFuture<T> of(Callable<T> work, Executor executor) {
    CompletableFuture<T> result = new CompletableFuture<>();
    executor.execute(
        () -> {
          try {
            result.complete(work.call());
          } catch (Throwable failure) {
            result.completeExceptionally(failure);
          }
        });
    return result;
  }
}

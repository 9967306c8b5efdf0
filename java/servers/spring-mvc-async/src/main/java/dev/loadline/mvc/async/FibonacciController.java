// The workload fibonacci, on no more threads than there are cores.
package dev.loadline.mvc.async;

import dev.loadline.workloads.Fibonacci;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Each of the many threads of the task executor would take its share of the cores from others. */
@RestController
class FibonacciController {
  private final ExecutorService cores =
      Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());

  @GetMapping("/fibonacci")
  CompletableFuture<String> fibonacci(@RequestParam String n) {
    int argument = Fibonacci.argument(n);
    return CompletableFuture.supplyAsync(() -> Integer.toString(Fibonacci.of(argument)), cores);
  }
}

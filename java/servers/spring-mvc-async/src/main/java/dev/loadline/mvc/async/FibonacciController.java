// The workload fibonacci.
package dev.loadline.mvc.async;

import dev.loadline.workloads.Fibonacci;
import java.util.concurrent.CompletableFuture;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class FibonacciController {
  private final AsyncTaskExecutor tasks;

  FibonacciController(AsyncTaskExecutor tasks) {
    this.tasks = tasks;
  }

  @GetMapping("/fibonacci")
  CompletableFuture<String> fibonacci(@RequestParam String n) {
    int argument = Fibonacci.argument(n);
    return tasks.submitCompletable(() -> Integer.toString(Fibonacci.of(argument)));
  }
}

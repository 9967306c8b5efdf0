// The workload fibonacci, which computes on threads of the platform.
package dev.loadline.mvc.virtual;

import dev.loadline.workloads.Fibonacci;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A virtual thread gives its carrier back only when it waits, so computing would stall others. */
@RestController
class PlatformFibonacciController {
  private final ExecutorService cores =
      Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());

  @GetMapping("/fibonacci")
  String fibonacci(@RequestParam String n) throws InterruptedException, ExecutionException {
    int argument = Fibonacci.argument(n);
    return Integer.toString(cores.submit(() -> Fibonacci.of(argument)).get());
  }
}

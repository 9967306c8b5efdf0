// The workload fibonacci.
package dev.loadline.mvc.async;

import dev.loadline.workloads.Fibonacci;
import jakarta.servlet.http.HttpServletRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class FibonacciController {
  private final ExecutorService computations;

  FibonacciController(ExecutorService computations) {
    this.computations = computations;
  }

  @GetMapping("/fibonacci")
  CompletableFuture<String> fibonacci(HttpServletRequest request) {
    int n = Fibonacci.argument(request.getQueryString());
    return Eventually.of(() -> Integer.toString(Fibonacci.of(n)), computations);
  }
}

// The workload fibonacci.
package dev.loadline.mvc;

import dev.loadline.workloads.Fibonacci;
import jakarta.servlet.http.HttpServletRequest;
import java.util.function.IntUnaryOperator;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class FibonacciController {
  private final IntUnaryOperator fibonacci;

  FibonacciController(IntUnaryOperator fibonacci) {
    this.fibonacci = fibonacci;
  }

  @GetMapping("/fibonacci")
  String fibonacci(HttpServletRequest request) {
    int n = Fibonacci.argument(request.getQueryString());
    return Integer.toString(fibonacci.applyAsInt(n));
  }
}

// The workload fibonacci.
package dev.loadline.mvc.blocking;

import dev.loadline.workloads.Fibonacci;
import org.springframework.resilience.annotation.ConcurrencyLimit;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A few at a time, so that the others still get their share of the cores. */
@RestController
public class FibonacciController {
  @ConcurrencyLimit(4)
  @GetMapping("/fibonacci")
  String fibonacci(@RequestParam String n) {
    return Integer.toString(Fibonacci.of(Fibonacci.argument(n)));
  }
}

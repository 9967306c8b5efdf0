// The workload fibonacci.
package dev.loadline.webflux;

import dev.loadline.workloads.Fibonacci;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

@RestController
class FibonacciController {
  private final Offloading offloading;

  FibonacciController(Offloading offloading) {
    this.offloading = offloading;
  }

  @GetMapping("/fibonacci")
  Mono<String> fibonacci(ServerHttpRequest request) {
    int n = Fibonacci.argument(request.getURI().getRawQuery());
    return offloading.compute(() -> Integer.toString(Fibonacci.of(n)));
  }
}

// The workload fibonacci.
package dev.loadline.webflux;

import dev.loadline.workloads.Fibonacci;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

@RestController
class FibonacciController {
  /** One of its own: on {@code Schedulers.parallel()} it would hold up Reactor's time-outs. */
  private final Scheduler computing =
      Schedulers.newParallel("computing", Schedulers.DEFAULT_POOL_SIZE, true);

  @GetMapping("/fibonacci")
  Mono<String> fibonacci(@RequestParam String n) {
    int argument = Fibonacci.argument(n);
    return Mono.fromCallable(() -> Integer.toString(Fibonacci.of(argument))).subscribeOn(computing);
  }
}

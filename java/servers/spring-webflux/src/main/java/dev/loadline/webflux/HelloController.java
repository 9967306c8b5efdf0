// The workload hello, and whether the server is up.
package dev.loadline.webflux;

import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

@RestController
class HelloController {
  @GetMapping("/hello")
  Mono<String> hello() {
    return Mono.just("Hello World!");
  }

  @GetMapping("/health")
  Mono<Map<String, String>> health() {
    return Mono.just(Map.of("status", "up"));
  }
}

// The workloads hello and hash.
package dev.loadline.webflux;

import dev.loadline.workloads.Fixed;
import dev.loadline.workloads.Hash;
import dev.loadline.workloads.Query;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

@RestController
class HelloController {
  @GetMapping("/hello")
  Mono<String> hello() {
    return Mono.just(Fixed.GREETING);
  }

  /** Reads the raw query, because WebFlux decodes leniently and takes the first of several. */
  @GetMapping("/hash")
  Mono<String> hash(ServerHttpRequest request) {
    return Mono.just(Hash.of(Query.single(request.getURI().getRawQuery(), "input")));
  }
}

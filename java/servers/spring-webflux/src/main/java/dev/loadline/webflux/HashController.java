// The workload hash.
package dev.loadline.webflux;

import dev.loadline.workloads.Hash;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

@RestController
class HashController {
  @GetMapping("/hash")
  Mono<String> hash(@RequestParam String input) {
    return Mono.just(Hash.of(input));
  }
}

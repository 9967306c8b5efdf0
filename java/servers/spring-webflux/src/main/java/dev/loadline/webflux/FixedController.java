// Answers what never changes.
package dev.loadline.webflux;

import dev.loadline.workloads.Fixed;
import dev.loadline.workloads.HtmxScript;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

@RestController
class FixedController {
  @GetMapping(path = "/health", produces = Fixed.JSON)
  Mono<String> health() {
    return Mono.just(Fixed.HEALTH);
  }

  @GetMapping(path = "/htmx.min.js", produces = Fixed.SCRIPT)
  Mono<byte[]> script() {
    return Mono.just(HtmxScript.bytes());
  }
}

// Answers what never changes.
package dev.loadline.mvc;

import dev.loadline.workloads.Fixed;
import dev.loadline.workloads.HtmxScript;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class FixedController {
  @GetMapping(path = "/health", produces = Fixed.JSON)
  String health() {
    return Fixed.HEALTH;
  }

  @GetMapping(path = "/htmx.min.js", produces = Fixed.SCRIPT)
  byte[] script() {
    return HtmxScript.bytes();
  }
}

// Answers what never changes: the health of the server, and the script of the todos page.
package dev.loadline.mvc.server;

import dev.loadline.workloads.HtmxScript;
import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class FixedController {
  @GetMapping("/health")
  Map<String, String> health() {
    return Map.of("status", "up");
  }

  @GetMapping(path = "/htmx.min.js", produces = "text/javascript;charset=UTF-8")
  byte[] script() {
    return HtmxScript.bytes();
  }
}

// The workload hash.
package dev.loadline.mvc.blocking;

import dev.loadline.workloads.Hash;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class HashController {
  @GetMapping("/hash")
  String hash(@RequestParam String input) {
    return Hash.of(input);
  }
}

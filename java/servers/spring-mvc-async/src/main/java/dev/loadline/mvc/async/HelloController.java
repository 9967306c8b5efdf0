// The workloads hello and hash, which have nothing to wait for.
package dev.loadline.mvc.async;

import dev.loadline.workloads.Hash;
import java.util.concurrent.CompletableFuture;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class HelloController {
  @GetMapping("/hello")
  CompletableFuture<String> hello() {
    return CompletableFuture.completedFuture("Hello World!");
  }

  @GetMapping("/hash")
  CompletableFuture<String> hash(@RequestParam String input) {
    return CompletableFuture.completedFuture(Hash.of(input));
  }
}

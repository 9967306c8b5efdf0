// The workloads hello and hash, which have nothing to wait for.
package dev.loadline.mvc.async;

import dev.loadline.workloads.Fixed;
import dev.loadline.workloads.Hash;
import dev.loadline.workloads.Query;
import jakarta.servlet.http.HttpServletRequest;
import java.util.concurrent.CompletableFuture;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class HelloController {
  @GetMapping("/hello")
  CompletableFuture<String> hello() {
    return CompletableFuture.completedFuture(Fixed.GREETING);
  }

  @GetMapping("/hash")
  CompletableFuture<String> hash(HttpServletRequest request) {
    String input = Query.single(request.getQueryString(), "input");
    return CompletableFuture.completedFuture(Hash.of(input));
  }
}

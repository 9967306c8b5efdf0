// The getting-started server of Spring MVC with futures, as its guide has it, with three routes.
package dev.loadline.bare;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
@RestController
public class GettingStarted {
  public static void main(String[] arguments) {
    SpringApplication.run(GettingStarted.class, arguments);
  }

  @GetMapping("/hello")
  CompletableFuture<String> hello() {
    return CompletableFuture.completedFuture("Hello World!");
  }

  @GetMapping("/hash")
  CompletableFuture<String> hash(@RequestParam String input) {
    return CompletableFuture.completedFuture(Integer.toString(input.hashCode()));
  }

  @GetMapping("/health")
  Map<String, String> health() {
    return Map.of("status", "up");
  }
}

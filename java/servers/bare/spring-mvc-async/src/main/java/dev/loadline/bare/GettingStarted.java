// The getting-started server of Spring MVC with futures, as its guide has it, with a few routes.
package dev.loadline.bare;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
@RestController
public class GettingStarted {
  private final StringRedisTemplate redis;
  private final AsyncTaskExecutor tasks;

  GettingStarted(StringRedisTemplate redis, AsyncTaskExecutor tasks) {
    this.redis = redis;
    this.tasks = tasks;
  }

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

  @GetMapping("/cache/{key}")
  CompletableFuture<String> get(@PathVariable String key) {
    return CompletableFuture.supplyAsync(() -> redis.opsForValue().get(key), tasks);
  }

  @PutMapping("/cache/{key}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  CompletableFuture<Void> put(@PathVariable String key, @RequestBody String value) {
    return CompletableFuture.runAsync(() -> redis.opsForValue().set(key, value), tasks);
  }

  @GetMapping("/health")
  Map<String, String> health() {
    return Map.of("status", "up");
  }
}

// The getting-started server of Spring MVC, as its guide has it, with a few routes.
package dev.loadline.bare;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
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

  GettingStarted(StringRedisTemplate redis) {
    this.redis = redis;
  }

  public static void main(String[] arguments) {
    SpringApplication.run(GettingStarted.class, arguments);
  }

  @GetMapping("/hello")
  String hello() {
    return "Hello World!";
  }

  @GetMapping("/hash")
  String hash(@RequestParam String input) {
    return Integer.toString(input.hashCode());
  }

  @GetMapping("/cache/{key}")
  String get(@PathVariable String key) {
    return redis.opsForValue().get(key);
  }

  @PutMapping("/cache/{key}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void put(@PathVariable String key, @RequestBody String value) {
    redis.opsForValue().set(key, value);
  }

  @GetMapping("/health")
  Map<String, String> health() {
    return Map.of("status", "up");
  }
}

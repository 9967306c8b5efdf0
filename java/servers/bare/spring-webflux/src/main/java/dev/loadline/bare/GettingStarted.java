// The getting-started server of Spring WebFlux, as its guide has it, with a few routes.
package dev.loadline.bare;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.data.redis.core.ReactiveStringRedisTemplate;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

@SpringBootApplication
@RestController
public class GettingStarted {
  private final ReactiveStringRedisTemplate redis;

  GettingStarted(ReactiveStringRedisTemplate redis) {
    this.redis = redis;
  }

  public static void main(String[] arguments) {
    SpringApplication.run(GettingStarted.class, arguments);
  }

  @GetMapping("/hello")
  Mono<String> hello() {
    return Mono.just("Hello World!");
  }

  @GetMapping("/hash")
  Mono<String> hash(@RequestParam String input) {
    return Mono.just(Integer.toString(input.hashCode()));
  }

  @GetMapping("/cache/{key}")
  Mono<String> get(@PathVariable String key) {
    return redis.opsForValue().get(key);
  }

  @PutMapping("/cache/{key}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  Mono<Void> put(@PathVariable String key, @RequestBody String value) {
    return redis.opsForValue().set(key, value).then();
  }

  @GetMapping("/health")
  Map<String, String> health() {
    return Map.of("status", "up");
  }
}

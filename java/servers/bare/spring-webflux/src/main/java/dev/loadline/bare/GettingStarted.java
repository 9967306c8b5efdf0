// The getting-started server of Spring WebFlux, as its guide has it, with a few routes.
package dev.loadline.bare;

import io.lettuce.core.ConnectionFuture;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.reactive.RedisReactiveCommands;
import io.lettuce.core.codec.StringCodec;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
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
  private final Mono<RedisReactiveCommands<String, String>> redis =
      Mono.fromFuture(() -> connect().toCompletableFuture())
          .map(StatefulRedisConnection::reactive)
          .cache();

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
    return redis.flatMap(commands -> commands.get(key));
  }

  @PutMapping("/cache/{key}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  Mono<Void> put(@PathVariable String key, @RequestBody String value) {
    return redis.flatMap(commands -> commands.set(key, value)).then();
  }

  @GetMapping("/health")
  Map<String, String> health() {
    return Map.of("status", "up");
  }

  private static ConnectionFuture<StatefulRedisConnection<String, String>> connect() {
    String url = System.getenv().getOrDefault("REDIS_URL", "redis://127.0.0.1:6379");
    return RedisClient.create().connectAsync(StringCodec.UTF8, RedisURI.create(url));
  }
}

// The getting-started server of Spring MVC, as its guide has it, with a few routes.
package dev.loadline.bare;

import java.net.URI;
import java.util.Map;
import org.springframework.beans.factory.annotation.Value;
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
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.RedisClient;

@SpringBootApplication
@RestController
public class GettingStarted {
  private final RedisClient redis;

  /**
   * @param connections as many as requests at a time on virtual threads: on one carrier,
   *     commons-pool spins for ever where they must wait for a connection that is just being made
   */
  GettingStarted(@Value("${redis.connections:8}") int connections) {
    ConnectionPoolConfig pool = new ConnectionPoolConfig();
    pool.setMaxTotal(connections);
    URI url = URI.create(System.getenv().getOrDefault("REDIS_URL", "redis://127.0.0.1:6379"));
    redis =
        RedisClient.builder().hostAndPort(url.getHost(), url.getPort()).poolConfig(pool).build();
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
    return redis.get(key);
  }

  @PutMapping("/cache/{key}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void put(@PathVariable String key, @RequestBody String value) {
    redis.set(key, value);
  }

  @GetMapping("/health")
  Map<String, String> health() {
    return Map.of("status", "up");
  }
}

// The workload cache: values in Redis.
package dev.loadline.webflux;

import dev.loadline.workloads.Checks;
import dev.loadline.workloads.Limits;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.data.redis.core.ReactiveStringRedisTemplate;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

@RestController
@RequestMapping("/cache/{key}")
class CacheController {
  private final ReactiveStringRedisTemplate redis;
  private final Mono<Boolean> connected;

  CacheController(ReactiveStringRedisTemplate redis) {
    this.redis = redis;
    // Spring Data waits for the first connection, which an event loop must not do.
    connected =
        Mono.fromRunnable(redis.getConnectionFactory()::getReactiveConnection)
            .subscribeOn(Schedulers.boundedElastic())
            .thenReturn(true)
            .cacheInvalidateIf(made -> false);
  }

  @GetMapping
  Mono<String> get(@PathVariable String key) {
    return connected
        .then(redis.opsForValue().get(Checks.key(key)))
        .switchIfEmpty(Mono.error(() -> new ResponseStatusException(HttpStatus.NOT_FOUND)));
  }

  /**
   * Spring would put replacement characters for what is not UTF-8, and takes no form for a text.
   */
  @PutMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  Mono<Void> put(@PathVariable String key, ServerHttpRequest request) {
    Checks.key(key);
    return DataBufferUtils.join(request.getBody(), Limits.SMALL_BODY_BYTES)
        .map(CacheController::text)
        .defaultIfEmpty("")
        .flatMap(value -> connected.then(redis.opsForValue().set(key, value)))
        .then();
  }

  private static String text(DataBuffer body) {
    byte[] bytes = new byte[body.readableByteCount()];
    body.read(bytes);
    DataBufferUtils.release(body);
    return Checks.utf8(bytes);
  }
}

// The workload cache.
package dev.loadline.webflux;

import dev.loadline.workloads.Cache;
import dev.loadline.workloads.Fixed;
import dev.loadline.workloads.Problem;
import dev.loadline.workloads.ProblemException;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

@RestController
class CacheController {
  private final OnFirstUse<Redis> redis;

  CacheController(OnFirstUse<Redis> redis) {
    this.redis = redis;
  }

  @GetMapping(path = "/cache/{key}", produces = Fixed.TEXT)
  Mono<byte[]> get(@PathVariable String key, ServerHttpRequest request) {
    String checked = Cache.key(Segments.whole(request, key));
    return redis
        .ask(client -> client.get(checked))
        .switchIfEmpty(
            Mono.error(() -> new ProblemException(Problem.notFound("/cache/" + checked))));
  }

  @PutMapping("/cache/{key}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  Mono<Void> put(@PathVariable String key, ServerHttpRequest request) {
    String checked = Cache.key(Segments.whole(request, key));
    return Bodies.small(request)
        .map(Cache::value)
        .flatMap(value -> redis.ask(client -> client.set(checked, value)));
  }
}

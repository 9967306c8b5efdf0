// The workload cache.
package dev.loadline.mvc.async;

import dev.loadline.mvc.Bodies;
import dev.loadline.mvc.CacheKey;
import dev.loadline.workloads.Cache;
import dev.loadline.workloads.Calls;
import dev.loadline.workloads.Fixed;
import dev.loadline.workloads.Services;
import jakarta.servlet.http.HttpServletRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class CacheController {
  private final Cache cache;
  private final Calls redis;
  private final ExecutorService waiting;

  CacheController(Services services, Calls redis, ExecutorService waiting) {
    cache = services.cache();
    this.redis = redis;
    this.waiting = waiting;
  }

  @GetMapping(path = "/cache/{key}", produces = Fixed.TEXT)
  CompletableFuture<byte[]> get(@PathVariable String key, HttpServletRequest request) {
    String checked = CacheKey.of(request, key);
    return redis.make(() -> cache.get(checked));
  }

  @PutMapping("/cache/{key}")
  CompletableFuture<ResponseEntity<Void>> put(
      @PathVariable String key, HttpServletRequest request) {
    String checked = CacheKey.of(request, key);
    return Eventually.of(() -> Bodies.value(request), waiting)
        .thenCompose(value -> redis.make(() -> put(checked, value)));
  }

  private ResponseEntity<Void> put(String key, byte[] value) {
    cache.put(key, value);
    return ResponseEntity.noContent().build();
  }
}

// The workload cache.
package dev.loadline.mvc;

import dev.loadline.workloads.Cache;
import dev.loadline.workloads.Fixed;
import dev.loadline.workloads.Services;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
class CacheController {
  private final Cache cache;

  CacheController(Services services) {
    cache = services.cache();
  }

  @GetMapping(path = "/cache/{key}", produces = Fixed.TEXT)
  byte[] get(@PathVariable String key, HttpServletRequest request) {
    return cache.get(CacheKey.of(request, key));
  }

  @PutMapping("/cache/{key}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void put(@PathVariable String key, HttpServletRequest request) throws IOException {
    cache.put(CacheKey.of(request, key), Bodies.value(request));
  }
}

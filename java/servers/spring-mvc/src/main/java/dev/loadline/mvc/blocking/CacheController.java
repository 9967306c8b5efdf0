// The workload cache.
package dev.loadline.mvc.blocking;

import dev.loadline.mvc.server.ValueRepository;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
class CacheController {
  private final ValueRepository values;

  CacheController(ValueRepository values) {
    this.values = values;
  }

  @GetMapping("/cache/{key}")
  String get(@PathVariable String key) {
    return values.get(key);
  }

  @PutMapping("/cache/{key}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void put(@PathVariable String key, @RequestBody(required = false) String value) {
    values.put(key, value);
  }
}

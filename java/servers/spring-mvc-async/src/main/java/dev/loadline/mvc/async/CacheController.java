// The workload cache.
package dev.loadline.mvc.async;

import dev.loadline.mvc.server.ValueRepository;
import java.util.concurrent.CompletableFuture;
import org.springframework.core.task.AsyncTaskExecutor;
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
  private final AsyncTaskExecutor tasks;

  CacheController(ValueRepository values, AsyncTaskExecutor tasks) {
    this.values = values;
    this.tasks = tasks;
  }

  @GetMapping("/cache/{key}")
  CompletableFuture<String> get(@PathVariable String key) {
    return tasks.submitCompletable(() -> values.get(key));
  }

  @PutMapping("/cache/{key}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  CompletableFuture<Void> put(
      @PathVariable String key, @RequestBody(required = false) String value) {
    return tasks.submitCompletable(() -> values.put(key, value));
  }
}

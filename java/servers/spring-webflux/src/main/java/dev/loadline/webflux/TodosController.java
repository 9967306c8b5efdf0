// The workload todos: pages over SQLite, whose driver blocks and is asked off the event loops.
package dev.loadline.webflux;

import dev.loadline.workloads.HtmxScript;
import dev.loadline.workloads.Limits;
import dev.loadline.workloads.TodoChange;
import dev.loadline.workloads.TodoPages;
import dev.loadline.workloads.Todos;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.PositiveOrZero;
import java.net.URI;
import java.util.concurrent.Callable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

@RestController
@RequestMapping(produces = "text/html;charset=utf-8")
class TodosController {
  private static final String FORM = MediaType.APPLICATION_FORM_URLENCODED_VALUE;

  record TodoForm(String description, String done) {}

  private final Todos todos;
  private final TodoPages pages;

  TodosController(Todos todos, TodoPages pages) {
    this.todos = todos;
    this.pages = pages;
  }

  @GetMapping("/")
  Mono<String> page() {
    return blocking(() -> pages.page(todos.all()));
  }

  @GetMapping(path = "/htmx.min.js", produces = "text/javascript;charset=utf-8")
  Mono<byte[]> script() {
    return Mono.just(HtmxScript.bytes());
  }

  @GetMapping("/todos")
  Mono<String> search(@RequestParam(required = false) String q) {
    return blocking(() -> pages.table(todos.search(q)));
  }

  @PostMapping(path = "/todos", consumes = FORM)
  Mono<ResponseEntity<String>> add(@ModelAttribute TodoForm form) {
    TodoChange wanted = TodoChange.of(form.description(), form.done());
    return blocking(
        () -> {
          URI place = URI.create("/todos/" + todos.add(wanted));
          return ResponseEntity.created(place).body(pages.table(todos.all()));
        });
  }

  @GetMapping("/todos/{id}")
  Mono<String> find(@PathVariable @PositiveOrZero @Max(Limits.ROW_ID) long id) {
    return blocking(() -> pages.single(todos.find(id)));
  }

  @PutMapping(path = "/todos/{id}", consumes = FORM)
  Mono<String> change(
      @PathVariable @PositiveOrZero @Max(Limits.ROW_ID) long id, @ModelAttribute TodoForm form) {
    TodoChange wanted = TodoChange.of(form.description(), form.done());
    return blocking(
        () -> {
          todos.change(id, wanted);
          return pages.table(todos.all());
        });
  }

  @DeleteMapping("/todos/{id}")
  Mono<String> remove(@PathVariable @PositiveOrZero @Max(Limits.ROW_ID) long id) {
    return blocking(
        () -> {
          todos.remove(id);
          return pages.table(todos.all());
        });
  }

  private static <T> Mono<T> blocking(Callable<T> work) {
    return Mono.fromCallable(work).subscribeOn(Schedulers.boundedElastic());
  }
}

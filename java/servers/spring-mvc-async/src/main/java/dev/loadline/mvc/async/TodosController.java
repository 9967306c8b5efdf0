// The workload todos.
package dev.loadline.mvc.async;

import dev.loadline.workloads.Limits;
import dev.loadline.workloads.TodoChange;
import dev.loadline.workloads.TodoPages;
import dev.loadline.workloads.Todos;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import org.hibernate.validator.constraints.Range;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(produces = "text/html;charset=UTF-8")
class TodosController {
  private static final String FORM = MediaType.APPLICATION_FORM_URLENCODED_VALUE;

  private final Todos todos;
  private final TodoPages pages;
  private final AsyncTaskExecutor tasks;

  TodosController(Todos todos, TodoPages pages, AsyncTaskExecutor tasks) {
    this.todos = todos;
    this.pages = pages;
    this.tasks = tasks;
  }

  @GetMapping("/")
  CompletableFuture<String> page() {
    return tasks.submitCompletable(() -> pages.page(todos.all()));
  }

  @GetMapping("/todos")
  CompletableFuture<String> search(@RequestParam(required = false) String q) {
    return tasks.submitCompletable(() -> pages.table(todos.search(q)));
  }

  @PostMapping(path = "/todos", consumes = FORM)
  CompletableFuture<ResponseEntity<String>> add(
      @RequestParam String description, @RequestParam(required = false) String done) {
    TodoChange wish = TodoChange.of(description, done);
    return tasks.submitCompletable(
        () -> {
          URI place = URI.create("/todos/" + todos.add(wish));
          return ResponseEntity.created(place).body(pages.table(todos.all()));
        });
  }

  @GetMapping("/todos/{id}")
  CompletableFuture<String> find(@PathVariable @Range(max = Limits.ROW_ID) long id) {
    return tasks.submitCompletable(() -> pages.single(todos.find(id)));
  }

  @PutMapping(path = "/todos/{id}", consumes = FORM)
  CompletableFuture<String> change(
      @PathVariable @Range(max = Limits.ROW_ID) long id,
      @RequestParam(required = false) String description,
      @RequestParam(required = false) String done) {
    TodoChange wish = TodoChange.of(description, done);
    return tasks.submitCompletable(
        () -> {
          todos.change(id, wish);
          return pages.table(todos.all());
        });
  }

  @DeleteMapping("/todos/{id}")
  CompletableFuture<String> remove(@PathVariable @Range(max = Limits.ROW_ID) long id) {
    return tasks.submitCompletable(
        () -> {
          todos.remove(id);
          return pages.table(todos.all());
        });
  }
}

// The workload todos.
package dev.loadline.mvc.async;

import dev.loadline.mvc.Bodies;
import dev.loadline.workloads.Fixed;
import dev.loadline.workloads.TodoChange;
import dev.loadline.workloads.TodoPages;
import dev.loadline.workloads.Todos;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(produces = Fixed.HTML)
class TodosController {
  private final Todos todos;
  private final TodoPages pages;
  private final ExecutorService waiting;

  TodosController(Todos todos, TodoPages pages, ExecutorService waiting) {
    this.todos = todos;
    this.pages = pages;
    this.waiting = waiting;
  }

  @GetMapping("/")
  CompletableFuture<byte[]> page() {
    return Eventually.of(() -> pages.page(todos.all()), waiting);
  }

  @GetMapping("/todos")
  CompletableFuture<byte[]> search(HttpServletRequest request) {
    String query = request.getQueryString();
    return Eventually.of(() -> pages.table(todos.search(query)), waiting);
  }

  @PostMapping("/todos")
  CompletableFuture<ResponseEntity<byte[]>> add(HttpServletRequest request) {
    return Eventually.of(
        () -> {
          long id = todos.add(TodoChange.ofNew(Bodies.form(request)));
          return ResponseEntity.created(URI.create("/todos/" + id)).body(pages.table(todos.all()));
        },
        waiting);
  }

  @GetMapping("/todos/{id}")
  CompletableFuture<byte[]> find(@PathVariable String id) {
    return Eventually.of(() -> pages.single(todos.find(Todos.id(id))), waiting);
  }

  @PutMapping("/todos/{id}")
  CompletableFuture<byte[]> change(@PathVariable String id, HttpServletRequest request) {
    return Eventually.of(
        () -> {
          todos.change(Todos.id(id), TodoChange.of(Bodies.form(request)));
          return pages.table(todos.all());
        },
        waiting);
  }

  @DeleteMapping("/todos/{id}")
  CompletableFuture<byte[]> remove(@PathVariable String id) {
    return Eventually.of(
        () -> {
          todos.remove(Todos.id(id));
          return pages.table(todos.all());
        },
        waiting);
  }
}

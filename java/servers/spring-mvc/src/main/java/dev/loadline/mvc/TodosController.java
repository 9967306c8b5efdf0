// The workload todos.
package dev.loadline.mvc;

import dev.loadline.workloads.Fixed;
import dev.loadline.workloads.TodoChange;
import dev.loadline.workloads.TodoPages;
import dev.loadline.workloads.Todos;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URI;
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

  TodosController(Todos todos, TodoPages pages) {
    this.todos = todos;
    this.pages = pages;
  }

  @GetMapping("/")
  byte[] page() {
    return pages.page(todos.all());
  }

  @GetMapping("/todos")
  byte[] search(HttpServletRequest request) {
    return pages.table(todos.search(request.getQueryString()));
  }

  @PostMapping("/todos")
  ResponseEntity<byte[]> add(HttpServletRequest request) throws IOException {
    long id = todos.add(TodoChange.ofNew(Bodies.form(request)));
    return ResponseEntity.created(URI.create("/todos/" + id)).body(pages.table(todos.all()));
  }

  @GetMapping("/todos/{id}")
  byte[] find(@PathVariable String id) {
    return pages.single(todos.find(Todos.id(id)));
  }

  @PutMapping("/todos/{id}")
  byte[] change(@PathVariable String id, HttpServletRequest request) throws IOException {
    todos.change(Todos.id(id), TodoChange.of(Bodies.form(request)));
    return pages.table(todos.all());
  }

  @DeleteMapping("/todos/{id}")
  byte[] remove(@PathVariable String id) {
    todos.remove(Todos.id(id));
    return pages.table(todos.all());
  }
}

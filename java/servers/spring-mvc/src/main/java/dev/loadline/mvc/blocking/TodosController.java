// The workload todos.
package dev.loadline.mvc.blocking;

import dev.loadline.workloads.Limits;
import dev.loadline.workloads.TodoChange;
import dev.loadline.workloads.TodoPages;
import dev.loadline.workloads.Todos;
import java.net.URI;
import org.hibernate.validator.constraints.Range;
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

  TodosController(Todos todos, TodoPages pages) {
    this.todos = todos;
    this.pages = pages;
  }

  @GetMapping("/")
  String page() {
    return pages.page(todos.all());
  }

  @GetMapping("/todos")
  String search(@RequestParam(required = false) String q) {
    return pages.table(todos.search(q));
  }

  @PostMapping(path = "/todos", consumes = FORM)
  ResponseEntity<String> add(
      @RequestParam String description, @RequestParam(required = false) String done) {
    long id = todos.add(TodoChange.of(description, done));
    return ResponseEntity.created(URI.create("/todos/" + id)).body(pages.table(todos.all()));
  }

  @GetMapping("/todos/{id}")
  String find(@PathVariable @Range(max = Limits.ROW_ID) long id) {
    return pages.single(todos.find(id));
  }

  @PutMapping(path = "/todos/{id}", consumes = FORM)
  String change(
      @PathVariable @Range(max = Limits.ROW_ID) long id,
      @RequestParam(required = false) String description,
      @RequestParam(required = false) String done) {
    todos.change(id, TodoChange.of(description, done));
    return pages.table(todos.all());
  }

  @DeleteMapping("/todos/{id}")
  String remove(@PathVariable @Range(max = Limits.ROW_ID) long id) {
    todos.remove(id);
    return pages.table(todos.all());
  }
}

// The workload todos.
package dev.loadline.webflux;

import dev.loadline.workloads.Fixed;
import dev.loadline.workloads.Form;
import dev.loadline.workloads.Limits;
import dev.loadline.workloads.TodoChange;
import dev.loadline.workloads.TodoPages;
import dev.loadline.workloads.Todos;
import java.net.URI;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** SQLite's driver blocks, so every handler asks it elsewhere than on an event loop. */
@RestController
@RequestMapping(produces = Fixed.HTML)
class TodosController {
  private final Todos todos;
  private final TodoPages pages;
  private final Offloading offloading;

  TodosController(Todos todos, TodoPages pages, Offloading offloading) {
    this.todos = todos;
    this.pages = pages;
    this.offloading = offloading;
  }

  @GetMapping("/")
  Mono<byte[]> page() {
    return offloading.await(() -> pages.page(todos.all()));
  }

  @GetMapping("/todos")
  Mono<byte[]> search(ServerHttpRequest request) {
    String query = request.getURI().getRawQuery();
    return offloading.await(() -> pages.table(todos.search(query)));
  }

  @PostMapping("/todos")
  Mono<ResponseEntity<byte[]>> add(ServerHttpRequest request) {
    return form(request).flatMap(form -> offloading.await(() -> added(form)));
  }

  private ResponseEntity<byte[]> added(Form form) {
    long id = todos.add(TodoChange.ofNew(form));
    return ResponseEntity.created(URI.create("/todos/" + id)).body(pages.table(todos.all()));
  }

  @GetMapping("/todos/{id}")
  Mono<byte[]> find(@PathVariable String id) {
    return offloading.await(() -> pages.single(todos.find(Todos.id(id))));
  }

  @PutMapping("/todos/{id}")
  Mono<byte[]> change(@PathVariable String id, ServerHttpRequest request) {
    return form(request).flatMap(form -> offloading.await(() -> changed(id, form)));
  }

  private byte[] changed(String id, Form form) {
    todos.change(Todos.id(id), TodoChange.of(form));
    return pages.table(todos.all());
  }

  @DeleteMapping("/todos/{id}")
  Mono<byte[]> remove(@PathVariable String id) {
    return offloading.await(() -> removed(id));
  }

  private byte[] removed(String id) {
    todos.remove(Todos.id(id));
    return pages.table(todos.all());
  }

  private static Mono<Form> form(ServerHttpRequest request) {
    String contentType = request.getHeaders().getFirst(HttpHeaders.CONTENT_TYPE);
    return Bodies.whole(request, Limits.FORM_BYTES).map(body -> Form.of(contentType, body));
  }
}

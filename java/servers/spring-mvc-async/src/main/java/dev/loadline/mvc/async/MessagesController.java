// The workload messages.
package dev.loadline.mvc.async;

import dev.loadline.mvc.Bodies;
import dev.loadline.workloads.Calls;
import dev.loadline.workloads.Fixed;
import dev.loadline.workloads.Message;
import dev.loadline.workloads.Messages;
import dev.loadline.workloads.Services;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(produces = Fixed.JSON)
class MessagesController {
  private final Messages messages;
  private final Calls mongodb;
  private final ExecutorService waiting;

  MessagesController(Services services, Calls mongodb, ExecutorService waiting) {
    messages = services.messages();
    this.mongodb = mongodb;
    this.waiting = waiting;
  }

  @PostMapping("/messages")
  CompletableFuture<ResponseEntity<byte[]>> add(HttpServletRequest request) {
    return Eventually.of(() -> Messages.content(Bodies.json(request)), waiting)
        .thenCompose(content -> mongodb.make(() -> add(content)));
  }

  private ResponseEntity<byte[]> add(String content) {
    Message added = messages.add(content);
    return ResponseEntity.created(URI.create(added.path())).body(added.json());
  }

  @GetMapping("/messages/{id}")
  CompletableFuture<byte[]> find(@PathVariable String id) {
    String checked = Messages.id(id);
    return mongodb.make(() -> messages.find(checked).json());
  }
}

// The workload messages.
package dev.loadline.mvc;

import dev.loadline.workloads.Fixed;
import dev.loadline.workloads.Message;
import dev.loadline.workloads.Messages;
import dev.loadline.workloads.Services;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URI;
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

  MessagesController(Services services) {
    messages = services.messages();
  }

  @PostMapping("/messages")
  ResponseEntity<byte[]> add(HttpServletRequest request) throws IOException {
    Message added = messages.add(Messages.content(Bodies.json(request)));
    return ResponseEntity.created(URI.create(added.path())).body(added.json());
  }

  @GetMapping("/messages/{id}")
  byte[] find(@PathVariable String id) {
    return messages.find(Messages.id(id)).json();
  }
}

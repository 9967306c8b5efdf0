// The workload messages.
package dev.loadline.mvc.blocking;

import dev.loadline.mvc.server.CreateMessage;
import dev.loadline.mvc.server.Message;
import dev.loadline.mvc.server.MessageRepository;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Pattern;
import java.net.URI;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
class MessagesController {
  private final MessageRepository messages;

  MessagesController(MessageRepository messages) {
    this.messages = messages;
  }

  @PostMapping(path = "/messages", consumes = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<Message> add(@RequestBody @Valid CreateMessage wish) {
    Message added = messages.add(wish);
    return ResponseEntity.created(URI.create("/messages/" + added.id())).body(added);
  }

  @GetMapping("/messages/{id}")
  Message find(@PathVariable @Pattern(regexp = Message.ID) String id) {
    return messages.find(id);
  }
}

// The workload messages: documents of MongoDB.
package dev.loadline.webflux;

import dev.loadline.workloads.Limits;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.hibernate.validator.constraints.CodePointLength;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Mono;

@RestController
@RequestMapping("/messages")
class MessagesController {
  /** MongoDB's reactive driver leaves calls without an end whose connections broke. */
  private static final Duration PATIENCE = Duration.ofSeconds(4);

  /** The pattern refuses half of a surrogate pair, which JSON can hold and UTF-8 cannot. */
  record CreateMessage(
      @NotBlank @CodePointLength(max = Limits.TEXT_CODE_POINTS) @Pattern(regexp = "\\P{Cs}*")
          String content) {}

  private final Messages messages;

  MessagesController(Messages messages) {
    this.messages = messages;
  }

  @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
  Mono<ResponseEntity<Message>> create(@Valid @RequestBody CreateMessage wanted) {
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    return messages
        .save(new Message(null, wanted.content(), now))
        .timeout(PATIENCE)
        .map(saved -> ResponseEntity.created(URI.create("/messages/" + saved.id())).body(saved));
  }

  @GetMapping("/{id}")
  Mono<Message> find(@PathVariable @Pattern(regexp = "[0-9a-f]{24}") String id) {
    return messages
        .findById(id)
        .timeout(PATIENCE)
        .switchIfEmpty(Mono.error(() -> new ResponseStatusException(HttpStatus.NOT_FOUND)));
  }
}

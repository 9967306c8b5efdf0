// The workload messages.
package dev.loadline.webflux;

import dev.loadline.workloads.Fixed;
import dev.loadline.workloads.JsonBody;
import dev.loadline.workloads.Message;
import dev.loadline.workloads.Messages;
import dev.loadline.workloads.Problem;
import dev.loadline.workloads.ProblemException;
import java.net.URI;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

@RestController
@RequestMapping(produces = Fixed.JSON)
class MessagesController {
  private final OnFirstUse<Mongodb> mongodb;

  MessagesController(OnFirstUse<Mongodb> mongodb) {
    this.mongodb = mongodb;
  }

  @PostMapping("/messages")
  Mono<ResponseEntity<byte[]>> add(ServerHttpRequest request) {
    JsonBody.expect(request.getHeaders().getFirst(HttpHeaders.CONTENT_TYPE));
    return Bodies.small(request)
        .map(Messages::content)
        .flatMap(content -> mongodb.ask(client -> client.insert(content)))
        .map(added -> ResponseEntity.created(URI.create(added.path())).body(added.json()));
  }

  @GetMapping("/messages/{id}")
  Mono<byte[]> find(@PathVariable String id, ServerHttpRequest request) {
    String checked = Messages.id(Segments.whole(request, id));
    return mongodb
        .ask(client -> client.find(checked))
        .map(Message::json)
        .switchIfEmpty(
            Mono.error(() -> new ProblemException(Problem.notFound("/messages/" + checked))));
  }
}

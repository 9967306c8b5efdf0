// The workload records.
package dev.loadline.webflux;

import dev.loadline.workloads.Fixed;
import dev.loadline.workloads.JsonBody;
import dev.loadline.workloads.NamedRecord;
import dev.loadline.workloads.Problem;
import dev.loadline.workloads.ProblemException;
import dev.loadline.workloads.Records;
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
class RecordsController {
  private final OnFirstUse<Mysql> mysql;

  RecordsController(OnFirstUse<Mysql> mysql) {
    this.mysql = mysql;
  }

  @PostMapping("/records")
  Mono<ResponseEntity<byte[]>> add(ServerHttpRequest request) {
    JsonBody.expect(request.getHeaders().getFirst(HttpHeaders.CONTENT_TYPE));
    return Bodies.small(request)
        .map(Records::name)
        .flatMap(this::added)
        .map(added -> ResponseEntity.created(URI.create(added.path())).body(added.json()));
  }

  private Mono<NamedRecord> added(String name) {
    return mysql.ask(client -> client.insert(name)).map(id -> new NamedRecord(id, name));
  }

  @GetMapping("/records/{id}")
  Mono<byte[]> find(@PathVariable String id, ServerHttpRequest request) {
    long number = Records.id(Segments.whole(request, id));
    return mysql
        .ask(client -> client.name(number))
        .map(name -> new NamedRecord(number, name).json())
        .switchIfEmpty(
            Mono.error(() -> new ProblemException(Problem.notFound("/records/" + number))));
  }
}

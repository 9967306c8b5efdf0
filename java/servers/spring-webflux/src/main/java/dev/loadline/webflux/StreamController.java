// The workload stream.
package dev.loadline.webflux;

import dev.loadline.workloads.Fixed;
import dev.loadline.workloads.ItemStream;
import dev.loadline.workloads.ItemStreams;
import dev.loadline.workloads.StreamRequest;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerResponse;

@RestController
class StreamController {
  private final ItemStreams streams;

  StreamController(ItemStreams streams) {
    this.streams = streams;
  }

  @GetMapping("/stream")
  Mono<Void> stream(ServerWebExchange exchange) {
    ServerHttpResponse response = exchange.getResponse();
    StreamRequest wanted = StreamRequest.of(exchange.getRequest().getURI().getRawQuery());
    if (exchange.getRequest().getMethod().equals(HttpMethod.HEAD)) {
      response.getHeaders().set(HttpHeaders.CONTENT_TYPE, Fixed.NDJSON);
      return response.setComplete();
    }
    ItemStream stream = streams.open(wanted);
    response.getHeaders().set(HttpHeaders.CONTENT_TYPE, Fixed.NDJSON);
    return response
        .writeWith(Slices.of(stream, response.bufferFactory()))
        .doOnSuccess(written -> completeIfConnected(stream, response))
        .doFinally(end -> stream.cancelled());
  }

  /** Reactor Netty calls it a success, too, when the consumer has gone. */
  private static void completeIfConnected(ItemStream stream, ServerHttpResponse response) {
    HttpServerResponse netty = ServerHttpResponseDecorator.getNativeResponse(response);
    netty.withConnection(
        connection -> {
          if (connection.channel().isActive()) {
            stream.completed();
          }
        });
  }

  @GetMapping(path = "/stream/{id}/signals", produces = Fixed.JSON)
  Mono<String> signals(@PathVariable String id) {
    return Mono.fromCallable(() -> streams.signals(id).json());
  }
}

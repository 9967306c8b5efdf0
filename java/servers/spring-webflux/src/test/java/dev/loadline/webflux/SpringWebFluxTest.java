// Tests what WebFlux makes of the handlers, on a running server; the contracts test the rest.
package dev.loadline.webflux;

import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.boot.webtestclient.autoconfigure.AutoConfigureWebTestClient;
import org.springframework.http.HttpMethod;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.reactive.socket.WebSocketMessage;
import org.springframework.web.reactive.socket.client.ReactorNettyWebSocketClient;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@AutoConfigureWebTestClient
class SpringWebFluxTest {
  @Autowired private WebTestClient client;

  @LocalServerPort private int port;

  @ParameterizedTest(name = "{0} {1} is answered {2} as {3}")
  @CsvSource({
    "GET, /hello, 200, text/plain;charset=UTF-8",
    "GET, /fibonacci?n=10, 200, text/plain;charset=UTF-8",
    "GET, /todos, 200, text/html;charset=utf-8",
    "GET, /nowhere, 404, application/problem+json",
    "POST, /hello, 405, application/problem+json",
    "OPTIONS, /hello, 405, application/problem+json",
    "GET, /echo, 426, application/problem+json",
    "GET, /hash?input=a&input=b, 400, application/problem+json",
  })
  void answers(HttpMethod method, String path, int status, String contentType) {
    client
        .method(method)
        .uri(path)
        .exchange()
        .expectStatus()
        .isEqualTo(status)
        .expectHeader()
        .contentType(contentType);
  }

  @Test
  void streamsAllItems() {
    Flux<String> items =
        client
            .get()
            .uri("/stream?id=a&items=1000&size=64")
            .exchange()
            .returnResult(String.class)
            .getResponseBody();
    StepVerifier.create(items)
        .expectNextMatches(item -> item.startsWith("{\"seq\":0,"))
        .expectNextCount(998)
        .expectNextMatches(item -> item.startsWith("{\"seq\":999,"))
        .verifyComplete();
  }

  @Test
  void echoesTextAsTextAndBinaryAsBinary() {
    Flux<WebSocketMessage.Type> types =
        Flux.<WebSocketMessage.Type>create(
            sink ->
                new ReactorNettyWebSocketClient()
                    .execute(
                        URI.create("ws://127.0.0.1:" + port + "/echo"),
                        session ->
                            session
                                .send(
                                    Flux.just(
                                        session.textMessage("duck"),
                                        session.binaryMessage(
                                            buffers -> buffers.wrap(new byte[] {1}))))
                                .thenMany(session.receive().take(2).map(WebSocketMessage::getType))
                                .doOnNext(sink::next)
                                .then())
                    .subscribe(null, sink::error, sink::complete));
    StepVerifier.create(types)
        .expectNext(WebSocketMessage.Type.TEXT, WebSocketMessage.Type.BINARY)
        .expectComplete()
        .verify(Duration.ofSeconds(10));
  }
}

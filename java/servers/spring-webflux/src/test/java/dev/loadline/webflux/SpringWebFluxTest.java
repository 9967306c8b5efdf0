// Tests what WebFlux makes of the handlers, on a running server; the contracts test the rest.
package dev.loadline.webflux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
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

  /** Closed with bytes unread, a connection is reset, and the answer may be lost. */
  @Test
  void readsToItsEndWhatIsALittleTooLong() throws IOException {
    try (Socket client = sendForm((64 << 10) + 1)) {
      client.setSoTimeout(300);
      assertThatThrownBy(() -> client.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);
      client.getOutputStream().write('x');
      client.setSoTimeout(10_000);
      assertThat(firstLine(client)).contains(" 413 ");
    }
  }

  @Test
  void refusesAtOnceWhatIsMuchTooLong() throws IOException {
    try (Socket client = sendForm(2 << 20)) {
      client.setSoTimeout(10_000);
      assertThat(firstLine(client)).contains(" 413 ");
    }
  }

  /** All but the last byte of what it announces, at most 64 KiB. */
  private Socket sendForm(int bytes) throws IOException {
    Socket client = new Socket("127.0.0.1", port);
    String head =
        """
        POST /todos HTTP/1.1\r
        Host: 127.0.0.1\r
        Connection: close\r
        Content-Type: application/x-www-form-urlencoded\r
        Content-Length: %d\r
        \r
        """
            .formatted(bytes);
    client.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    client.getOutputStream().write(new byte[Math.min(bytes - 1, 64 << 10)]);
    return client;
  }

  private static String firstLine(Socket client) throws IOException {
    return new BufferedReader(
            new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII))
        .readLine();
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

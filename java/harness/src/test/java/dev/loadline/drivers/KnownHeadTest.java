// Heads that equal the last one are not looked at again under load: those that differ are.
package dev.loadline.drivers;

import static dev.loadline.drivers.Driven.GREETING;
import static dev.loadline.drivers.Driven.errors;
import static dev.loadline.drivers.Driven.example;
import static dev.loadline.drivers.Driven.valid;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class KnownHeadTest {
  private static final String ANSWER =
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 12\r\n\r\n"
          + "Hello World!";

  private Serving serving;

  @AfterEach
  void close() throws IOException {
    serving.close();
  }

  @ParameterizedTest
  @CsvSource({
    "200 OK, 201 OK, status, 'expected status 200, got 201 with body \"Hello World!\"'",
    "plain, plait, header, 'expected content-type text/plain; charset=utf-8, got \"text/plait; charset=utf-8\"'",
    "12, 11, protocol, the answer is not well-formed HTTP (bytes follow it)",
  })
  void oneChangedHeadAmongManyEqualOnesIsAnError(
      String part, String other, String kind, String reason) {
    serving =
        Serving.of(
            (asked, reply) ->
                reply.send(asked.number() % 50 == 49 ? ANSWER.replace(part, other) : ANSWER));
    JsonNode sample = Driven.slice(serving.url(), GREETING, "");
    assertThat(valid(sample)).isPositive();
    assertThat(errors(sample, kind)).isPositive().isEqualTo(errors(sample));
    assertThat(errors(sample)).isCloseTo(serving.requests() / 50, within(5L));
    assertThat(example(sample, kind)).isEqualTo("GET /hello: " + reason);
  }

  @Test
  void anEqualHeadIsRightForTheOneExchangeAndWrongForTheOther() {
    serving = Serving.of((asked, reply) -> reply.send(ANSWER));
    String other = GREETING.replace("/hello", "/other").replace("text/plain", "text/html");
    JsonNode sample = Driven.slice(serving.url(), GREETING + "," + other, "");
    assertThat(sample.at("/exchanges/0/right").asLong())
        .isPositive()
        .isEqualTo(sample.at("/exchanges/0/responses").asLong());
    assertThat(sample.at("/exchanges/1/responses").asLong()).isPositive();
    assertThat(sample.at("/exchanges/1/right").asLong()).isZero();
  }
}

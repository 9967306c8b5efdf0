// The HTTP driver against small servers whose speed and faults are known.
package dev.loadline.drivers;

import static dev.loadline.drivers.Driven.GREETING;
import static dev.loadline.drivers.Driven.errors;
import static dev.loadline.drivers.Driven.example;
import static dev.loadline.drivers.Driven.p50Micros;
import static dev.loadline.drivers.Driven.slice;
import static dev.loadline.drivers.Driven.specification;
import static dev.loadline.drivers.Driven.valid;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class HttpLoadTest {
  private static final int ITEM_BYTES = 32;

  private Serving serving;

  private String serve(Serving.Answering answering) {
    serving = Serving.of(answering);
    return serving.url();
  }

  @AfterEach
  void close() throws IOException {
    if (serving != null) {
      serving.close();
    }
  }

  @Test
  void aServerWithoutFaultsGivesASampleWithoutErrors() throws Exception {
    JsonNode sample = slice(serve((asked, reply) -> reply.greet()), GREETING, "");
    assertThat(errors(sample)).isZero();
    assertThat(sample.get("driver").asString()).isEqualTo("netty");
    assertThat(valid(sample)).isGreaterThan(10);
    assertThat(sample.get("responses").asLong()).isGreaterThan(valid(sample));
    assertThat(sample.get("requestsPerSecond").asDouble())
        .isCloseTo(valid(sample) / sample.get("seconds").asDouble(), within(1e-6));
    assertThat(sample.get("driverCpuShare").asDouble()).isPositive();
    byte[] encoded = Base64.getDecoder().decode(sample.get("histogram").asString());
    Histogram histogram = Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(encoded), 0);
    assertThat(histogram.getTotalCount()).isEqualTo(valid(sample));
    for (String none :
        List.of("ratePerSecond", "sentPerSecond", "latenessMicros", "lateSends", "items")) {
      assertThat(sample.get(none).isNull()).isTrue();
    }
  }

  @Test
  void oneDriverDoesSliceAfterSlice() {
    String one = specification(serve((asked, reply) -> reply.greet()), GREETING, "");
    List<JsonNode> samples = Driven.run(one, one, one);
    assertThat(samples).hasSize(3).allMatch(sample -> errors(sample) == 0 && valid(sample) > 0);
  }

  @Test
  void latenciesAreInMicrosecondsEachResponseByItsOwnTime() {
    String url =
        serve(
            (asked, reply) -> {
              Thread.sleep(5);
              reply.greet();
            });
    assertThat(p50Micros(slice(url, GREETING, ""))).isBetween(4_900L, 100_000L);
  }

  @Test
  void oneWrongBodyInTenIsAnErrorAndNotThroughput() {
    String url =
        serve(
            (asked, reply) ->
                reply.text(asked.number() % 10 == 3 ? "Hello Wurld!" : "Hello World!"));
    JsonNode sample = slice(url, GREETING, "");
    // One more for the last ten, and what the four connections had under way at the end.
    assertThat(errors(sample)).isPositive();
    assertThat(errors(sample)).isCloseTo(sample.get("responses").asLong() / 10, within(5L));
    assertThat(errors(sample, "body")).isEqualTo(errors(sample));
    assertThat(valid(sample))
        .isLessThanOrEqualTo(sample.get("responses").asLong() - errors(sample));
    assertThat(example(sample, "body"))
        .isEqualTo(
            "GET /hello: expected \"Hello World!\" (12 bytes), got \"Hello Wurld!\" (12 bytes)");
  }

  @Test
  void aBodyThatIsCutShortIsWrong() {
    assertThat(exampleOf("Hello"))
        .isEqualTo("GET /hello: expected \"Hello World!\" (12 bytes), got \"Hello\" (5 bytes)");
  }

  @Test
  void aBodyThatIsTooLongIsWrong() {
    assertThat(exampleOf("Hello World!!"))
        .isEqualTo(
            "GET /hello: expected \"Hello World!\" (12 bytes), got \"Hello World!!\" (13 bytes)");
  }

  private String exampleOf(String body) {
    JsonNode sample = slice(serve((asked, reply) -> reply.text(body)), GREETING, "");
    assertThat(valid(sample)).isZero();
    return example(sample, "body");
  }

  @Test
  void fastFailuresAreErrorsAndTheirSpeedIsNone() {
    JsonNode sample =
        slice(serve((asked, reply) -> reply.answer(500, "", "no luck")), GREETING, "");
    assertThat(valid(sample)).isZero();
    assertThat(sample.get("requestsPerSecond").asDouble()).isZero();
    assertThat(sample.at("/latencyMicros/p50").isNull()).isTrue();
    assertThat(errors(sample, "status")).isEqualTo(sample.get("responses").asLong());
    assertThat(example(sample, "status"))
        .isEqualTo("GET /hello: expected status 200, got 500 with body \"no luck\"");
  }

  @Test
  void aWrongContentTypeIsAnError() {
    JsonNode sample =
        slice(
            serve(
                (asked, reply) -> reply.answer(200, "Content-Type: text/html\r\n", "Hello World!")),
            GREETING,
            "");
    assertThat(valid(sample)).isZero();
    assertThat(example(sample, "header"))
        .isEqualTo(
            "GET /hello: expected content-type text/plain; charset=utf-8, got \"text/html\"");
  }

  @Test
  void aConnectionThatTheServerAnnouncesToCloseIsOpenedAgainWithoutAnError() {
    String url =
        serve(
            (asked, reply) -> {
              boolean isLast = asked.number() % 7 == 0;
              reply.answer(200, isLast ? "Connection: close\r\n" : "", asked.path());
              if (isLast) {
                reply.hangUp();
              }
            });
    JsonNode sample = slice(url, exchanges("/0", "/1", "/2"), "");
    assertThat(errors(sample)).isZero();
    assertThat(sample.get("reconnects").asLong()).isPositive();
    assertThat(valid(sample)).isGreaterThan(10);
  }

  @Test
  void anAnswerWithoutALengthEndsWithItsConnection() {
    String url =
        serve(
            (asked, reply) -> {
              reply.send("HTTP/1.1 200 OK\r\n\r\n" + asked.path());
              reply.hangUp();
            });
    JsonNode sample = slice(url, exchanges("/a"), "");
    assertThat(errors(sample)).isZero();
    assertThat(valid(sample)).isPositive();
  }

  private static String exchanges(String... paths) {
    return java.util.Arrays.stream(paths)
        .map(
            path ->
                "{'request': {'path': '%s'}, 'response': {'status': 200, 'body': {'text': '%s'}}}"
                    .formatted(path, path))
        .collect(Collectors.joining(", "));
  }

  @Test
  void aConnectionThatIsClosedInTheMiddleOfAnAnswerIsAnErrorAndTheNextAnswerIsNot() {
    String url =
        serve(
            (asked, reply) -> {
              if (asked.number() % 5 != 0) {
                reply.greet();
                return;
              }
              reply.send(
                  "HTTP/1.1 200 OK\r\nContent-Length: 12\r\nContent-Type: text/plain\r\n\r\nHello");
              Thread.sleep(1);
              reply.hangUp();
            });
    JsonNode sample = slice(url, GREETING, "");
    assertThat(errors(sample, "connection")).isPositive().isEqualTo(errors(sample));
    assertThat(example(sample, "connection"))
        .isEqualTo("GET /hello: the server closed the connection, in the middle of its answer");
    assertThat(valid(sample)).isGreaterThan(10);
  }

  @Test
  void anAnswerThatIsNoHttpIsAnErrorAndDoesNotHoldTheSliceUp() {
    JsonNode sample = slice(serve((asked, reply) -> reply.send("HTTP?\r\n\r\n")), GREETING, "");
    assertThat(valid(sample)).isZero();
    assertThat(example(sample, "protocol"))
        .startsWith("GET /hello: the answer is not well-formed HTTP");
  }

  @Test
  void twoAnswersToOneRequestAreAnError() {
    String url =
        serve(
            (asked, reply) ->
                Serving.sendInPieces(
                    reply, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".repeat(2), 80));
    JsonNode sample = slice(url, "{'request': {'path': '/'}, 'response': {'status': 200}}", "");
    assertThat(example(sample, "protocol")).endsWith("(bytes follow it)");
  }

  @Test
  void aRequestThatIsNeverAnsweredIsAnError() {
    String url =
        serve(
            (asked, reply) -> {
              if (asked.number() != 10) {
                reply.greet();
              }
            });
    JsonNode sample = slice(url, GREETING, "'timeoutSeconds': 1");
    assertThat(errors(sample)).isEqualTo(1);
    assertThat(example(sample, "timeout")).isEqualTo("GET /hello: no whole answer within 1 s");
  }

  @Test
  void aServerThatIsNotThereGivesErrorsAndEndsEarly() {
    String slice =
        "{'url': 'http://127.0.0.1:1', 'seconds': 600, 'load': {'connections': 4, 'exchanges': [%s]}}"
            .formatted(GREETING);
    JsonNode sample = Driven.run(slice).get(0);
    assertThat(valid(sample)).isZero();
    assertThat(example(sample, "connection")).contains("refused").contains("before its answer");
  }

  @Test
  void anAnswerIsRightInWhateverPiecesItComes() {
    String text = "日本語😀".repeat(50);
    String chunks =
        text.codePoints()
            .mapToObj(Character::toString)
            .map(each -> (each.length() == 2 ? "4" : "3") + ";x=y\r\n" + each + "\r\n")
            .collect(Collectors.joining());
    String answer =
        "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\ntransfer-encoding: Chunked\r\n\r\n"
            + chunks
            + "0\r\nTrailer: x\r\n\r\n";
    String url =
        serve((asked, reply) -> Serving.sendInPieces(reply, answer, asked.number() % 50 + 1));
    JsonNode sample =
        slice(
            url,
            "{'request': {'path': '/'}, 'response': {'status': 200, 'body': {'text': '%s'}}}"
                .formatted(text),
            "");
    assertThat(errors(sample)).isZero();
    assertThat(valid(sample)).isPositive();
  }

  @Test
  void aLongBodyGoesInBlocksAndJsonIsComparedAsJson() {
    String url =
        serve(
            (asked, reply) -> {
              String media = asked.headers().get("content-type");
              String json =
                  "{\"media\": \"%s\", \"method\": \"%s\", \"bytes\": %d}"
                      .formatted(media, asked.method(), asked.body().length());
              reply.answer(200, "Content-Type: application/json\r\n", json);
            });
    JsonNode sample =
        slice(
            url,
            """
            {'request': {'method': 'PUT', 'path': '/', 'body': {'fill': {'bytes': 200000, 'byte': 97}}},
             'response': {'status': 200,
                          'headers': {'content-type': {'pattern': '^application/json(;|$)'}},
                          'body': {'json': {'bytes': 200000, 'method': 'PUT', 'media': 'null'}}}},
            {'request': {'method': 'POST', 'path': '/', 'body': {'json': {'a': 1}}},
             'response': {'status': 200, 'body': {'jsonIncludes': {'media': 'application/json', 'bytes': 7}}}}""",
            "");
    assertThat(errors(sample)).isZero();
    assertThat(valid(sample)).isGreaterThan(10);
  }

  @Test
  void anUploadThatIsRefusedBeforeItsEndIsAnErrorAndHoldsNothingUp() {
    String url =
        serve(
            (asked, reply) -> {
              reply.answer(413, "", "too large");
              reply.hangUp();
            });
    JsonNode sample =
        slice(
            url,
            """
            {'request': {'method': 'PUT', 'path': '/', 'headers': {'Content-Length': '0'},
                         'body': {'fill': {'bytes': 200000000}}},
             'response': {'status': 200}}""",
            "");
    assertThat(valid(sample)).isZero();
    assertThat(errors(sample)).isPositive();
  }

  @Test
  void aStreamIsRightInWhateverPiecesItComesAndItsItemsAreCounted() {
    Set<String> ids = ConcurrentHashMap.newKeySet();
    AtomicInteger requests = new AtomicInteger();
    String url =
        serve(
            (asked, reply) -> {
              requests.incrementAndGet();
              ids.add(asked.path().replaceFirst(".*id=", ""));
              String all =
                  IntStream.range(0, 200)
                      .mapToObj(HttpLoadTest::item)
                      .collect(Collectors.joining());
              reply.send("HTTP/1.1 200 OK\r\nContent-Length: " + all.length() + "\r\n\r\n");
              Serving.sendInPieces(reply, all, asked.number() % 700 + 33);
            });
    JsonNode sample = slice(url, stream(), "");
    assertThat(errors(sample)).isZero();
    assertThat(valid(sample)).isPositive();
    assertThat(ids).hasSize(requests.get()).allMatch(id -> id.matches("[a-z0-9]{8}"));
    double items = sample.at("/items/perSecond").asDouble();
    assertThat(items / (200 * sample.get("requestsPerSecond").asDouble())).isBetween(0.8, 1.2);
    assertThat(sample.at("/items/betweenMicros/p99").asLong()).isGreaterThanOrEqualTo(0);
  }

  @Test
  void aStreamIsWrongWhenOneItemIsLost() {
    String url =
        serve(
            (asked, reply) ->
                reply.text(
                    IntStream.range(0, 201)
                        .filter(seq -> seq != 77)
                        .mapToObj(HttpLoadTest::item)
                        .collect(Collectors.joining())));
    JsonNode sample = slice(url, stream(), "");
    assertThat(valid(sample)).isZero();
    assertThat(example(sample, "body"))
        .contains("expected line 77 to be an object of 32 bytes that starts with {\"seq\":77");
  }

  private static String stream() {
    return """
    {'request': {'path': '/stream?id={{unique}}'},
     'response': {'status': 200, 'body': {'items': {'count': 200, 'size': %d}}}}"""
        .formatted(ITEM_BYTES);
  }

  private static String item(int seq) {
    String start = "{\"seq\":" + seq + ",\"pad\":\"";
    return start + "x".repeat(ITEM_BYTES - start.length() - 3) + "\"}\n";
  }

  @Test
  void aSpecificationThatIsNotValidIsRefusedWithEverythingThatIsWrong() {
    assertThatThrownBy(() -> Driven.run("{'url': 'x', 'seconds': 0, 'ownsCore': 1, 'load': {}}"))
        .isInstanceOf(UnfitSpecification.class)
        .hasMessage(
            "the specification is not valid: "
                + "/url: expected an address such as http://127.0.0.1:8080; "
                + "/seconds: expected more than 0 and at most 3600; "
                + "/ownsCore: expected true or false; "
                + "/load/connections: expected 1 or more; /load: expected either exchanges or echo");
    assertThatThrownBy(() -> Driven.run("{"))
        .hasMessageStartingWith("the specification is not valid: expected JSON");
  }

  @Test
  void aSpecificationIsRefusedWhenItAsksForWhatTheDriverDoesNotDo() {
    String problem = "{'request': {'path': '/'}, 'response': {'status': 404, 'problem': true}}";
    assertThatThrownBy(() -> slice("http://127.0.0.1:1", problem, ""))
        .hasMessageContaining("cannot check response.problem of /");
    String page = "{'request': {'path': '/'}, 'response': {'status': 200, 'body': {'page': 'x'}}}";
    assertThatThrownBy(() -> slice("http://127.0.0.1:1", page, ""))
        .hasMessageContaining("cannot check body.page");
    String chunked =
        "{'request': {'path': '/', 'transfer': 'chunked'}, 'response': {'status': 200}}";
    assertThatThrownBy(() -> slice("http://127.0.0.1:1", chunked, ""))
        .hasMessageContaining("cannot send GET / chunked");
  }
}

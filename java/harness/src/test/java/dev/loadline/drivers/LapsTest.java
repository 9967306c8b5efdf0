// Load that writes, then reads what it wrote: words, captures, and what ends a lap.
package dev.loadline.drivers;

import static dev.loadline.drivers.Driven.errors;
import static dev.loadline.drivers.Driven.example;
import static dev.loadline.drivers.Driven.slice;
import static dev.loadline.drivers.Driven.valid;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class LapsTest {
  private static final String POST =
      """
      {'request': {'method': 'POST', 'path': '/notes', 'body': {'json': {'name': 'é {{unique}}'}}},
       'response': {'status': 201, 'body': {'jsonIncludes': {'name': 'é {{unique}}'}}},
       'capture': {'id': {'from': 'header:location', 'pattern': '^/notes/([0-9]+)$'}}}""";

  private static final String GET =
      """
      {'request': {'path': '/notes/{{id}}', 'headers': {'X-Note': '{{id}}'}},
       'response': {'status': 200, 'headers': {'x-note': '{{id}}'},
                    'body': {'pattern': '.id.:{{id}},.name.:.é {{unique}}.'}}}""";

  private final Map<String, String> notes = new ConcurrentHashMap<>();
  private final Queue<Serving.Asked> log = new ConcurrentLinkedQueue<>();
  private Serving serving;

  /** What a server does instead of answering as it should. */
  private interface Failing {
    boolean fails(Serving.Asked asked, Serving.Reply reply) throws IOException;
  }

  /** A server that keeps notes. */
  private String serveNotes(Failing failing) {
    serving =
        Serving.of(
            (asked, reply) -> {
              log.add(asked);
              if (!failing.fails(asked, reply)) {
                answer(asked, reply);
              }
            });
    return serving.url();
  }

  private void answer(Serving.Asked asked, Serving.Reply reply) throws IOException {
    if (asked.method().equals("POST")) {
      String id = Integer.toString(asked.number());
      notes.put(id, asked.body().replaceFirst(".*:\"(.*)\".*", "$1"));
      reply.answer(201, "Location: /notes/" + id + "\r\n", asked.body());
      return;
    }
    String id = asked.path().substring("/notes/".length());
    if (notes.containsKey(id)) {
      String header = "X-Note: " + asked.headers().get("x-note") + "\r\n";
      reply.answer(200, header, "{\"id\":" + id + ",\"name\":\"" + notes.get(id) + "\"}");
    } else {
      reply.answer(404, "", "");
    }
  }

  @AfterEach
  void close() throws IOException {
    serving.close();
  }

  @Test
  void aLapHasATokenOfItsOwnAndLaterExchangesUseWhatEarlierOnesCaptured() {
    JsonNode sample = slice(serveNotes((asked, reply) -> false), POST + ", " + GET, "");
    assertThat(errors(sample)).isZero();
    assertThat(valid(sample)).isPositive();
    assertThat(sample.at("/exchanges/0/name").asString()).isEqualTo("POST /notes");
    assertThat(sample.at("/exchanges/1/name").asString()).isEqualTo("GET /notes/{{id}}");
    long posts = sample.at("/exchanges/0/right").asLong();
    long gets = sample.at("/exchanges/1/right").asLong();
    assertThat(posts + gets).isEqualTo(sample.get("responses").asLong()).isEqualTo(log.size());
    assertThat(posts - gets).isBetween(0L, 4L);
    assertThat(notes.values()).doesNotHaveDuplicates().hasSize((int) posts);
    assertThat(notes.values()).allMatch(name -> name.matches("é [a-z0-9]{8}"));
  }

  @Test
  void aLapCapturesFromABodyThatComesInPieces() {
    serving =
        Serving.of(
            (asked, reply) -> {
              if (asked.method().equals("POST")) {
                reply.send("HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n{\"key\":\"a");
                Thread.sleep(1);
                reply.send("bc\"}");
              } else {
                reply.text(asked.path());
              }
            });
    JsonNode sample =
        slice(
            serving.url(),
            """
            {'request': {'method': 'POST', 'path': '/'}, 'response': {'status': 200},
             'capture': {'key': {'from': 'body', 'pattern': ':.([a-z]+)'}}},
            {'request': {'path': '/{{key}}'}, 'response': {'status': 200, 'body': {'text': '/abc'}}}""",
            "");
    assertThat(errors(sample)).isZero();
    assertThat(valid(sample)).isPositive();
  }

  @Test
  void aLapHoldsMatchersAndCapturesByPointerWithTheType() {
    serving =
        Serving.of(
            (asked, reply) -> {
              log.add(asked);
              String body =
                  asked.body().isEmpty() ? "{\"asked\":\"" + asked.path() + "\"}" : asked.body();
              boolean isPost = asked.method().equals("POST");
              reply.answer(
                  200, "", isPost ? "{\"id\": " + asked.number() + ", \"more\": 1}" : body);
            });
    JsonNode sample =
        slice(
            serving.url(),
            """
            {'request': {'method': 'POST', 'path': '/'},
             'response': {'status': 200,
                          'body': {'jsonIncludes': {'id': {'$type': 'integer', '$minimum': 1}}}},
             'capture': {'id': {'from': 'body:/id'}}},
            {'request': {'method': 'PUT', 'path': '/{{id}}', 'body': {'json': {'id': '{{id}}', 'x': 'a {{id}}'}}},
             'response': {'status': 200, 'body': {'json': {'id': '{{id}}', 'x': {'$pattern': '^a [0-9]+$'}}}}},
            {'request': {'path': '/{{id}}'},
             'response': {'status': 200, 'body': {'json': {'asked': '/{{id}}'}}}}""",
            "");
    assertThat(errors(sample)).as(sample.toString()).isZero();
    assertThat(valid(sample)).isPositive();
    assertThat(log)
        .filteredOn(asked -> asked.method().equals("PUT"))
        .isNotEmpty()
        .allMatch(asked -> asked.body().matches("\\{\"id\":[0-9]+,\"x\":\"a [0-9]+\"\\}"));
  }

  @Test
  void tellsAllThatDiffersInABodyByPointer() {
    serving = Serving.of((asked, reply) -> reply.text("{\"id\":\"7\",\"more\":1}"));
    JsonNode sample =
        slice(
            serving.url(),
            """
            {'request': {'path': '/'},
             'response': {'status': 200,
                          'body': {'json': {'id': {'$type': 'integer', '$minimum': 1}, 'a': 'b'}}}}""",
            "");
    assertThat(valid(sample)).isZero();
    assertThat(example(sample, "body"))
        .isEqualTo(
            "GET /: body /id: expected an integer of at least 1, got \"7\";"
                + " body /a: expected \"b\", got absent; body /more: expected absent, got 1");
  }

  @Test
  void tellsThatABodyToCaptureFromHasNothingThere() {
    serving =
        Serving.of((asked, reply) -> reply.text(asked.number() % 2 == 0 ? "{}" : "{\"id\":1}"));
    JsonNode sample =
        slice(
            serving.url(),
            "{'request': {'path': '/'}, 'response': {'status': 200},"
                + " 'capture': {'id': {'from': 'body:/id'}}}",
            "");
    assertThat(valid(sample)).isPositive();
    assertThat(example(sample, "body"))
        .isEqualTo("GET /: body /id: expected a value, to capture id, got absent");
  }

  @Test
  void aConnectionBeginsANewLapAfterAnAnswerThatWasWrong() {
    String url =
        serveNotes(
            (asked, reply) -> {
              boolean fails = asked.number() % 10 == 3;
              if (fails) {
                reply.answer(503, "", "{\"detail\":\"Redis does not answer.\"}");
              }
              return fails;
            });
    JsonNode sample = slice(url, POST + ", " + GET, "");
    assertThat(errors(sample, "status")).isPositive().isEqualTo(errors(sample));
    assertThat(example(sample, "status"))
        .matches("(POST|GET) /notes.*: expected status 20[01], got 503 with body .*")
        .contains("Redis does not answer.");
    assertThat(log).noneMatch(asked -> asked.path().contains("{"));
    long wrong =
        sample
            .get("exchanges")
            .valueStream()
            .mapToLong(each -> each.get("responses").asLong() - each.get("right").asLong())
            .sum();
    assertThat(wrong).isEqualTo(errors(sample));
  }

  @Test
  void aConnectionBeginsANewLapWhenACaptureFindsNothingWhichIsAnError() {
    String url =
        serveNotes(
            (asked, reply) -> {
              reply.answer(201, "Location: /notes/none\r\n", asked.body());
              return true;
            });
    JsonNode sample = slice(url, POST + ", " + GET, "");
    assertThat(valid(sample)).isZero();
    assertThat(example(sample, "header"))
        .isEqualTo(
            "POST /notes: header:location: expected matching /^/notes/([0-9]+)$/, to capture id,"
                + " got \"/notes/none\"");
    assertThat(log).noneMatch(asked -> asked.method().equals("GET"));
  }

  @Test
  void aConnectionBeginsANewLapOnTheConnectionThatFollowsALostOne() {
    AtomicInteger gets = new AtomicInteger();
    String url =
        serveNotes(
            (asked, reply) -> {
              boolean isLost = asked.method().equals("GET") && gets.incrementAndGet() % 3 == 0;
              if (isLost) {
                reply.hangUp();
              }
              return isLost;
            });
    JsonNode sample = slice(url, POST + ", " + GET, "");
    assertThat(errors(sample, "connection")).isPositive().isEqualTo(errors(sample));
    assertThat(log.stream().filter(Serving.Asked::isFirst).map(Serving.Asked::method))
        .isNotEmpty()
        .containsOnly("POST");
  }

  @Test
  void aConnectionGoesOnWithItsLapWhereTheServerAnnouncedThatItCloses() {
    AtomicInteger posts = new AtomicInteger();
    String url =
        serveNotes(
            (asked, reply) -> {
              boolean closes = asked.method().equals("POST") && posts.incrementAndGet() % 3 == 0;
              if (closes) {
                String id = Integer.toString(asked.number());
                notes.put(id, asked.body().replaceFirst(".*:\"(.*)\".*", "$1"));
                String headers = "Connection: close\r\nLocation: /notes/" + id + "\r\n";
                reply.answer(201, headers, asked.body());
                reply.hangUp();
              }
              return closes;
            });
    JsonNode sample = slice(url, POST + ", " + GET, "");
    assertThat(errors(sample)).isZero();
    assertThat(log).anyMatch(asked -> asked.isFirst() && asked.method().equals("GET"));
  }

  @Test
  void wordsTakeTurnsWhereTheSpecificationListsTheirValues() {
    Map<String, LongAdder> asks = new ConcurrentHashMap<>();
    serving =
        Serving.of(
            (asked, reply) -> {
              asks.computeIfAbsent(asked.path(), path -> new LongAdder()).increment();
              reply.text(asked.path());
            });
    JsonNode sample =
        slice(
            serving.url(),
            "{'request': {'path': '/{{key}}'},"
                + " 'response': {'status': 200, 'body': {'text': '/{{key}}'}}}",
            "'turns': {'key': ['a', 'b', 'c']}");
    assertThat(errors(sample)).isZero();
    assertThat(asks).containsOnlyKeys("/a", "/b", "/c");
    List<Long> counts = asks.values().stream().map(LongAdder::sum).toList();
    assertThat(Collections.max(counts) - Collections.min(counts)).isLessThanOrEqualTo(1);
  }
}

// The steps that need more than one exchange: what they do, and what they tell when it does not
// hold.
package dev.loadline.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.loadline.stacks.Server;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StepsTest {
  private static final String SERVED =
      "{'request': {'path': '/service'}, 'response': {'status': 200}}";
  private static final String REFUSED = SERVED.replace("200", "503");
  private static final String NOT_FOUND =
      "{'request': {'path': '/nothing'}, 'response': {'status': 200}}";

  private SmallServer small;

  @BeforeEach
  void start() throws IOException {
    small = new SmallServer(0);
  }

  @AfterEach
  void stop() throws IOException {
    small.close();
  }

  @Test
  void eachRunOfALaneHasWordsOfItsOwn() throws Exception {
    small.hold(
        """
        {'request': {'method': 'PUT', 'path': '/outer', 'body': {'text': 'the case'}},
         'response': {'status': 200}, 'capture': {'outer': {'from': 'body', 'pattern': '(.+)'}}},
        {'concurrently': {'lanes': 20, 'times': 3}, 'steps': [
          {'request': {'method': 'PUT', 'path': '/{{unique}}', 'body': {'text': '{{unique}}'}},
           'response': {'status': 200}, 'capture': {'own': {'from': 'body', 'pattern': '(.+)'}}},
          {'request': {'path': '/{{own}}'},
           'response': {'status': 200, 'body': {'pattern': '^{{unique}}$'}}},
          {'request': {'path': '/outer'},
           'response': {'status': 200, 'body': {'text': '{{outer}}'}}}]},
        {'request': {'method': 'PUT', 'path': '/own', 'body': {'text': '{{own}}'}},
         'response': {'status': 200, 'body': {'pattern': '^.{7}$'}}}
        """);
  }

  @Test
  void tellsTheFirstMismatchOfEachLaneAndThreeInAll() {
    String message =
        failure("{'concurrently': {'lanes': 5, 'times': 2}, 'steps': [" + NOT_FOUND + "]}");
    assertThat(message)
        .containsPattern(
            "step      1 of 1: 5 clients at once, 2 times each, lane 1, run 1, 1 of 1: GET /nothing")
        .contains("lane 2, run 1", "lane 3, run 1", "actual    status 404")
        .doesNotContain("lane 4", "run 2,");
  }

  @Test
  void aLaneEndsAtItsFirstMismatch() {
    String tenth = "{'request': {'path': '/every-tenth'}, 'response': {'status': 200}}";
    assertThat(failure("{'concurrently': {'lanes': 1, 'times': 50}, 'steps': [" + tenth + "]}"))
        .contains("lane 1, run 10, 1 of 1: GET /every-tenth", "actual    status 500")
        .doesNotContain("run 20");
  }

  @Test
  void tellsHowLateAnAnswerWas() throws Exception {
    String slow = "{'request': {'path': '/slow'}, 'response': {'status': 200}, 'withinMillis': %d}";
    small.hold(slow.formatted(5_000));
    assertThat(failure(slow.formatted(100)))
        .containsPattern(
            "expected  an answer within 100 ms\\n  actual    an answer after \\d{3,} ms");
  }

  @Test
  void anAnswerThatAPauseMayHaveMadeLateIsAskedForOnceMore() throws Exception {
    String late = "{'request': {'path': '%s'}, 'response': {'status': 200}, 'withinMillis': %d}";
    // Seconds to spare, since the machine of this test may pause too.
    small.hold(late.formatted("/slow-first", 2_000));
    assertThat(failure(late.formatted("/slow", 200)))
        .containsPattern("actual    an answer after \\d{3,} ms");
  }

  @Test
  void oneThatTookMoreThanTwiceItsTimeIsNot() {
    String late = "{'request': {'path': '/slow-first'}, 'response': {'status': 200}, %s}";
    assertThat(failure(late.formatted("'withinMillis': 100")))
        .containsPattern("actual    an answer after \\d{4,} ms");
  }

  @Test
  void putsAnotherServerInThePlaceOfTheOneThatItRestarts() throws Exception {
    small.hangUp();
    small.hold("{'restart': true}, {'temporaryFiles': 0}");
    assertThat(small.started())
        .extracting(Server::howItEnded)
        .containsExactly("exit code 0", "still running");
  }

  @Test
  void tellsThatARestartedServerDidNotEndWell() throws Exception {
    small.close();
    small = new SmallServer(3);
    assertThat(failure("{'restart': true}"))
        .contains("step      1 of 1: restart")
        .contains("expected  end exit code 0\n  actual    end exit code 3");
  }

  @Test
  void takesTheServiceAwayAndBringsItBack() throws Exception {
    small.hold(
        String.join(
            ", ",
            SERVED,
            "{'service': 'down'}",
            REFUSED,
            "{'service': 'silent'}",
            REFUSED,
            "{'service': 'up'}",
            SERVED));
  }

  @Test
  void bringsTheServiceBackThoughTheCaseFailed() throws Exception {
    assertThat(failure("{'service': 'down'}, " + SERVED)).contains("actual    status 503");
    small.hold(SERVED);
  }

  @Test
  void tellsHowManyConnectionsThereWereAtOnce() throws Exception {
    String two = "{'concurrently': {'lanes': 1, 'times': 2}, 'steps': [" + SERVED + "]}";
    small.hold(two + ", {'serviceConnectionsMax': 1}");
    String silent = "{'concurrently': {'lanes': 4, 'times': 1}, 'steps': [" + REFUSED + "]}";
    assertThat(failure("{'service': 'silent'}, " + silent + ", {'serviceConnectionsMax': 3}"))
        .contains("step      3 of 3: at most 3 connections to the service")
        .contains("expected  connections to the service since the case began at most 3")
        .contains("actual    connections to the service since the case began 4");
  }

  @Test
  void capturesByJsonPointerAndKeepsTheType() throws Exception {
    small.hold(
        """
        {'request': {'method': 'PUT', 'path': '/a', 'body': {'json': {'id': 7, 'in/': [true]}}},
         'response': {'status': 200},
         'capture': {'id': {'from': 'body:/id'}, 'yes': {'from': 'body:/in~1/0'},
                     'all': {'from': 'body:'},
                     'digit': {'from': 'body:/id', 'pattern': '([0-9])'}}},
        {'request': {'method': 'PUT', 'path': '/a-{{id}}-{{yes}}',
                     'body': {'json': ['{{id}}', '{{yes}}', '{{digit}}', 'a {{id}}', '{{all}}']}},
         'response': {'status': 200,
                      'body': {'json': [7, true, '7', 'a 7', {'id': '{{id}}', 'in/': [true]}]}}},
        {'request': {'path': '/a-7-true'}, 'response': {'status': 200}}
        """);
  }

  @Test
  void tellsAllCapturesThatFindNothing() {
    String capture =
        "{'request': {'method': 'PUT', 'path': '/a', 'body': {'text': '%s'}},"
            + " 'response': {'status': 200}, 'capture': {'id': {'from': 'body:/id'},"
            + " 'no': {'from': 'body:/no', 'pattern': '^(x)$'}, 'place': {'from': 'header:etag'}}}";
    assertThat(failure(capture.formatted("{\\'no\\': 7}")))
        .contains("expected  body /id a value, to capture id\n  actual    body /id absent")
        .contains("expected  body /no matching /^(x)$/, to capture no\n  actual    body /no 7")
        .contains("expected  header:etag a value, to capture place")
        .contains("actual    header:etag absent");
    assertThat(failure(capture.formatted("duck")))
        .contains("expected  body a JSON body, to capture id\n  actual    body \"duck\"");
  }

  private String failure(String steps) {
    CaseFailed failed = catchThrowableOfType(CaseFailed.class, () -> small.hold(steps));
    assertThat(failed).isNotNull();
    return failed.getMessage();
  }
}

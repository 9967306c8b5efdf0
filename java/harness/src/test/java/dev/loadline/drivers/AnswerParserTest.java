// Answers in HTTP/1, whole and cut at every byte, and what is none.
package dev.loadline.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerParserTest {
  /** Keeps what it is told. */
  private static final class Kept implements AnswerParser.Reader {
    private final StringBuilder body = new StringBuilder();
    private AnswerHead head;

    @Override
    public void head(AnswerHead head) {
      this.head = head;
    }

    @Override
    public void body(ByteBuf bytes, int at, int length) {
      body.append(bytes.toString(at, length, StandardCharsets.ISO_8859_1));
    }

    /** The head that was told since the last time. */
    private AnswerHead taken() {
      AnswerHead taken = head;
      head = null;
      body.setLength(0);
      return taken;
    }
  }

  private final Kept kept = new Kept();
  private final AnswerParser parser = new AnswerParser(kept);
  private final KnownHead known = new KnownHead();

  private boolean take(String bytes) throws MalformedAnswer {
    return parser.take(Unpooled.copiedBuffer(bytes, StandardCharsets.ISO_8859_1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nHello",
        "HTTP/1.1 200\r\ncontent-length:5  \r\n\r\nHello",
        "HTTP/1.1 200 OK\nContent-Length: 5\n\nHello",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nHe\r\n003;a=b\r\nllo\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: CHUNKED\r\nX: y\r\n\r\n5\r\nHello\r\n0\r\nA: b\r\nC: d\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nA: b\r\n\r\n"
            + "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nHello",
      })
  void anAnswerIsTheSameWhereverItIsCut(String answer) throws Exception {
    for (int cut = 0; cut < answer.length(); cut++) {
      parser.begin(false, known);
      assertThat(take(answer.substring(0, cut))).isFalse();
      assertThat(take(answer.substring(cut))).isTrue();
      assertThat(kept.body).hasToString("Hello");
      assertThat(kept.taken().status()).isEqualTo(200);
    }
  }

  @Test
  void theSameHeadIsTheSameObject() throws Exception {
    String answer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX: 1\r\n\r\n";
    parser.begin(false, known);
    take(answer);
    AnswerHead first = kept.taken();
    parser.begin(false, known);
    take(answer);
    assertThat(kept.taken()).isSameAs(first);
    parser.begin(false, known);
    take(answer.replace("X: 1", "X: 2"));
    assertThat(kept.taken().header("x")).contains("2");
  }

  @ParameterizedTest
  @CsvSource({
    "200 OK, 500 No",
    "Content-Length: 5, Content-Length: 4",
    "Content-Length: 5, Content-Lengt_: 5",
    "text/plain, text/plaim",
    "10:00:01, 10:00:02",
    "10:00:01, 9:59:59",
    "HTTP/1.1, HTTP/1.0",
  })
  void aHeadThatDiffersAfterManyEqualOnesIsTakenApart(String part, String other) throws Exception {
    String head =
        "HTTP/1.1 200 OK\r\nDate: 10:00:01\r\nType: text/plain\r\nContent-Length: 5\r\n\r\n";
    AnswerHead right = null;
    for (int times = 0; times < 100; times++) {
      parser.begin(false, known);
      take(head + "Hello");
      right = kept.taken();
    }
    String changed = head.replace(part, other);
    parser.begin(false, known);
    take(changed + "Hello");
    assertThat(kept.taken()).isEqualTo(AnswerHead.of(changed)).isNotEqualTo(right);
  }

  @Test
  void theHeadsOfTwoExchangesAreKnownBesideOneAnother() throws Exception {
    KnownHead[] knownOf = {new KnownHead(), new KnownHead()};
    AnswerHead[] first = new AnswerHead[2];
    for (int times = 0; times < 6; times++) {
      int exchange = times % 2;
      parser.begin(false, knownOf[exchange]);
      take("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX: " + exchange + "\r\n\r\n");
      AnswerHead head = kept.taken();
      first[exchange] = times < 2 ? head : first[exchange];
      assertThat(head).isSameAs(first[exchange]);
    }
  }

  @Test
  void aKnownHeadWithinTheBytesOfAnotherOneIsNone() throws Exception {
    String answer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
    parser.begin(false, known);
    take(answer);
    parser.begin(false, known);
    assertThat(take("HTTP/1.1 2")).isFalse();
    assertThatThrownBy(() -> take(answer)).isInstanceOf(MalformedAnswer.class);
  }

  @Test
  void whatFollowsAnAnswerStaysUnread() throws Exception {
    parser.begin(false, known);
    ByteBuf bytes =
        Unpooled.copiedBuffer(
            "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nab", StandardCharsets.US_ASCII);
    assertThat(parser.take(bytes)).isTrue();
    assertThat(bytes.readableBytes()).isEqualTo(1);
  }

  @Test
  void someAnswersHaveNoBody() throws Exception {
    for (String answer :
        List.of("HTTP/1.1 204 No Content\r\n\r\n", "HTTP/1.1 304 As it was\r\n\r\n")) {
      parser.begin(false, known);
      assertThat(take(answer)).isTrue();
    }
    parser.begin(true, known);
    assertThat(take("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")).isTrue();
  }

  @Test
  void anAnswerWithoutALengthEndsWithItsConnection() throws Exception {
    parser.begin(false, known);
    assertThat(parser.endsWithConnection()).isFalse();
    assertThat(take("HTTP/1.1 200 OK\r\n\r\nHel")).isFalse();
    assertThat(take("lo")).isFalse();
    assertThat(parser.endsWithConnection()).isTrue();
    assertThat(kept.body).hasToString("Hello");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP?\r\n\r\n",
        "HTTP/2 200 OK\r\n\r\n",
        "HTTP/1.1 20 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
        "HTTP/1.1 200 OK\r\nBlank : x\r\n\r\n",
        "HTTP/1.1 200 OK\r\nA: b\r\n folded\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 5, 5\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n",
      })
  void whatIsNoAnswerIsRefused(String bytes) {
    parser.begin(false, known);
    assertThatThrownBy(() -> take(bytes)).isInstanceOf(MalformedAnswer.class);
  }

  @Test
  void whatDoesNotEndIsRefused() {
    parser.begin(false, known);
    assertThatThrownBy(() -> take("HTTP/1.1 200 OK\r\n" + "A: b\r\n".repeat(11_000)))
        .hasMessage("its head is over 64 KiB");
    parser.begin(false, known);
    assertThatThrownBy(() -> take("x".repeat(70_000))).hasMessage("its head is over 64 KiB");
    parser.begin(false, known);
    assertThatThrownBy(
            () -> take("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + "0".repeat(9_000)))
        .hasMessage("a line between its chunks is over 8 KiB");
  }
}

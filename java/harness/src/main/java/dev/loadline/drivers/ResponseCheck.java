// Holds each answer under load to the status, headers and body that its contract expects.
package dev.loadline.drivers;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * One answer at a time: {@link #begin}, {@link #head}, {@link #body} for each part, {@link #end}.
 */
final class ResponseCheck implements AnswerParser.Reader {
  private static final Set<String> CHECKED = Set.of("status", "contentType", "headers", "body");

  private final String name;
  private final int status;
  private final List<HeaderCheck> headers;
  private final List<HeaderCheck> headersWithWords;
  private final BodyCheck body;
  private final List<Capture> captures;
  private final boolean capturesBody;
  private final HeldBody captured = new HeldBody();
  private Map<String, String> words = Map.of();
  private AnswerHead head;

  /** Heads are compared by identity: equal ones come as the same object. */
  private AnswerHead rightHead;

  /** The start of the body, for the message of a wrong status. */
  private byte[] firstBytes;

  /**
   * @param exchange {@code request}, {@code response} and {@code capture} as in a contract's load
   * @param tally learns when a stream's items arrive
   * @throws UnfitSpecification for expectations that cannot be checked under load
   */
  ResponseCheck(JsonNode exchange, Tally tally) {
    JsonNode response = exchange.get("response");
    refuseWhatIsNotChecked(exchange.at("/request/path").asString(), response);
    name = LoadRequest.nameOf(exchange.get("request"));
    status = response.get("status").asInt();
    headers = HeaderCheck.of(response);
    headersWithWords = headers.stream().filter(HeaderCheck::hasWords).toList();
    body = BodyCheck.of(response.path("body"), tally);
    captures =
        exchange.path("capture").properties().stream()
            .map(each -> Capture.of(each.getKey(), each.getValue()))
            .toList();
    capturesBody = captures.stream().anyMatch(capture -> capture.header().isEmpty());
  }

  private static void refuseWhatIsNotChecked(String path, JsonNode response) {
    String unknown =
        response.propertyNames().stream()
            .filter(key -> !CHECKED.contains(key))
            .map(key -> "response." + key)
            .collect(Collectors.joining(", "));
    if (!unknown.isEmpty()) {
      throw new UnfitSpecification(
          "the driver cannot check "
              + unknown
              + " of "
              + path
              + "; under load it checks status, contentType, headers, body");
    }
  }

  String name() {
    return name;
  }

  /**
   * @param words those of the lap; captures add to them
   */
  void begin(Map<String, String> words) {
    this.words = words;
    firstBytes = null;
    captured.begin();
    headersWithWords.forEach(check -> check.begin(words));
    body.begin(words);
  }

  @Override
  public void head(AnswerHead head) {
    this.head = head;
  }

  @Override
  public void body(ByteBuf bytes, int at, int length) {
    if (head.status() != status) {
      if (firstBytes == null) {
        firstBytes = ByteBufUtil.getBytes(bytes, at, Math.min(length, Told.SHOWN_BYTES + 1));
      }
      return;
    }
    if (capturesBody) {
      captured.take(bytes, at, length);
    }
    body.take(bytes, at, length);
  }

  /** Ends one answer. */
  Optional<Fault> end() {
    if (head.status() != status) {
      String came = firstBytes == null ? "" : " with body " + Told.shown(firstBytes);
      return fault(ErrorKind.STATUS, "expected status " + status + ", got " + head.status() + came);
    }
    if (head != rightHead || !headersWithWords.isEmpty()) {
      Optional<Fault> wrong = wrongHeader();
      if (wrong.isPresent()) {
        return wrong;
      }
      rightHead = head;
    }
    Optional<String> problem = body.end();
    return problem.isPresent() ? fault(ErrorKind.BODY, problem.get()) : capture();
  }

  private Optional<Fault> wrongHeader() {
    for (HeaderCheck check : headers) {
      Optional<String> value = head.header(check.name());
      if (!check.holds(value)) {
        String actual = Told.quoted(value.orElse("none"));
        return fault(
            ErrorKind.HEADER, "expected " + check.name() + " " + check.shown() + ", got " + actual);
      }
    }
    return Optional.empty();
  }

  private Optional<Fault> capture() {
    for (Capture capture : captures) {
      Optional<String> header = capture.header();
      String text = header.isPresent() ? head.header(header.get()).orElse("") : captured.text();
      Optional<String> problem = capture.take(text, words);
      if (problem.isPresent()) {
        byte[] came = text.getBytes(StandardCharsets.UTF_8);
        return fault(
            header.isPresent() ? ErrorKind.HEADER : ErrorKind.BODY,
            problem.get() + ", got " + Told.shown(came));
      }
    }
    return Optional.empty();
  }

  private Optional<Fault> fault(ErrorKind kind, String problem) {
    return Optional.of(new Fault(kind, name + ": " + problem));
  }
}

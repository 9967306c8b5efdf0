// Holds each answer under load to the status, headers and body that its contract expects.
package dev.loadline.drivers;

import dev.loadline.contracts.Capture;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * One answer at a time: {@link #begin}, {@link #head}, {@link #body} for each part, {@link #end}.
 */
final class ResponseCheck implements AnswerParser.Reader, Capture.Source {
  private static final Set<String> CHECKED = Set.of("status", "contentType", "headers", "body");

  private final String name;
  private final int status;
  private final List<HeaderCheck> headers;
  private final List<HeaderCheck> headersWithWords;
  private final BodyCheck body;
  private final List<Capture> captures;
  private final HeldBody whole = new HeldBody();
  private final boolean holdsBody;
  private final KnownHead knownHead = new KnownHead();
  private Map<String, JsonNode> words = Map.of();
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
    body = BodyCheck.of(response.path("body"), tally, whole);
    captures =
        exchange.path("capture").properties().stream()
            .map(each -> Capture.of(each.getKey(), each.getValue()))
            .toList();
    holdsBody = body.isOfWhole() || !captures.stream().allMatch(Capture::isOfHeader);
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

  /** What the parser of its answers remembers; the next connection still knows it. */
  KnownHead knownHead() {
    return knownHead;
  }

  /**
   * @param words those of the lap; captures add to them
   */
  void begin(Map<String, JsonNode> words) {
    this.words = words;
    firstBytes = null;
    whole.begin();
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
    if (holdsBody) {
      whole.take(bytes, at, length);
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
      Optional<Capture.Missing> missing = capture.take(this, words::put);
      if (missing.isPresent()) {
        return fault(
            capture.isOfHeader() ? ErrorKind.HEADER : ErrorKind.BODY, missing.get().line());
      }
    }
    return Optional.empty();
  }

  @Override
  public Optional<String> header(String name) {
    return head.header(name);
  }

  @Override
  public String text() {
    return whole.text();
  }

  @Override
  public Optional<JsonNode> json() {
    return whole.json();
  }

  private Optional<Fault> fault(ErrorKind kind, String problem) {
    return Optional.of(new Fault(kind, name + ": " + problem));
  }
}

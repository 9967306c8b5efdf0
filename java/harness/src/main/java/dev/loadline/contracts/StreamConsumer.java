// A consumer whose demand the contract's script controls: what it does not ask for stays unread on
// TCP.
package dev.loadline.contracts;

import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.netty.ByteBufFlux;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClientResponse;
import reactor.test.StepVerifier;
import tools.jackson.databind.JsonNode;

final class StreamConsumer {
  /** Fixed, or the system takes in megabytes that the consumer has not asked for. */
  private static final int KERNEL_BUFFER_BYTES = 262_144;

  private final ConsumeStep spec;
  private final Stage stage;
  private final Items items;
  private final List<Finding> findings = new ArrayList<>();
  private long asked;

  StreamConsumer(ConsumeStep spec, Stage stage) {
    this.spec = spec;
    this.stage = stage;
    this.items = new Items(spec.size());
  }

  List<Finding> run() throws IOException, InterruptedException {
    List<JsonNode> script = StreamSupport.stream(spec.script().spliterator(), false).toList();
    int end = 0;
    while (end < script.size() && !isLastOfReading(script.get(end))) {
      end++;
    }
    List<Finding> found = read(script.subList(0, Math.min(end + 1, script.size())));
    for (int index = end + 1; found.isEmpty() && index < script.size(); index++) {
      found = afterReading(script.get(index), index + 1);
    }
    return found;
  }

  private static boolean isLastOfReading(JsonNode action) {
    return action.has("readToEnd") || action.has("disconnect");
  }

  private List<Finding> read(List<JsonNode> actions) throws IOException {
    StepVerifier.Step<Long> script = StepVerifier.create(connect(), 0);
    for (int index = 0; index < actions.size(); index++) {
      script = add(actions.get(index), index + 1, script);
    }
    boolean toEnd = actions.get(actions.size() - 1).has("readToEnd");
    StepVerifier verifier = toEnd ? script.expectComplete() : script.thenCancel();
    List<Finding> found =
        new Verification(verifier, findings).run(stage.deadline(), asked + " items");
    return found.isEmpty() && toEnd ? unfinished() : found;
  }

  private List<Finding> unfinished() {
    String actual = items.seen() + " lines and " + items.unfinishedBytes() + " bytes";
    return items.seen() == spec.items() && items.unfinishedBytes() == 0
        ? List.of()
        : List.of(new Finding("body", spec.items() + " lines", actual));
  }

  private StepVerifier.Step<Long> add(JsonNode action, int number, StepVerifier.Step<Long> script) {
    String kind = action.propertyNames().iterator().next();
    JsonNode value = action.get(kind);
    return switch (kind) {
      case "readItems" -> items(value.asLong(), script);
      case "readSlowly" ->
          slowly(value.get("items").asLong(), value.get("itemsPerSecond").asLong(), script);
      case "readToEnd" -> items(spec.items() - asked, script).thenRequest(1);
      case "pauseMillis" -> script.thenAwait(Duration.ofMillis(value.asLong()));
      case "signals" -> script.then(() -> hold(signals(value, number)));
      case "disconnect" -> script;
      default -> throw new IllegalArgumentException("no such action: " + kind);
    };
  }

  private StepVerifier.Step<Long> items(long count, StepVerifier.Step<Long> script) {
    asked += count;
    return count == 0 ? script : script.thenRequest(count).expectNextCount(count);
  }

  private StepVerifier.Step<Long> slowly(
      long count, long perSecond, StepVerifier.Step<Long> script) {
    StepVerifier.Step<Long> slow = script;
    for (long i = 0; i < count; i++) {
      slow = items(1, slow).thenAwait(Duration.ofNanos(1_000_000_000 / perSecond));
    }
    return slow;
  }

  private List<Finding> afterReading(JsonNode action, int number)
      throws IOException, InterruptedException {
    if (action.has("pauseMillis")) {
      stage.deadline().pause(action.get("pauseMillis").asLong());
      return List.of();
    }
    return signals(action.get("signals"), number);
  }

  private List<Finding> signals(JsonNode expected, int number) {
    try {
      return new Signals(spec, expected, stage)
          .await(items.seen()).stream().map(f -> f.within("action " + number)).toList();
    } catch (IOException broken) {
      String reason = String.valueOf(broken.getMessage());
      return List.of(new Finding("action " + number, "", "signals", reason));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return List.of(new Finding("action " + number, "", "signals", "interrupted"));
    }
  }

  private void hold(List<Finding> found) {
    findings.addAll(found);
    if (!found.isEmpty()) {
      throw new AssertionError("signals do not hold");
    }
  }

  private Flux<Long> connect() {
    return HttpClient.newConnection()
        .option(ChannelOption.SO_RCVBUF, KERNEL_BUFFER_BYTES)
        // A consumer that vanishes does not say goodbye: closing resets the connection.
        .option(ChannelOption.SO_LINGER, 0)
        .get()
        .uri(stage.server().baseUrl() + spec.path())
        .response(this::lines);
  }

  private Publisher<Long> lines(HttpClientResponse response, ByteBufFlux body) {
    int status = response.status().code();
    String type = String.valueOf(response.responseHeaders().get(HttpHeaderNames.CONTENT_TYPE));
    if (status != 200) {
      return wrong(new Finding("status", "200", Integer.toString(status)));
    }
    if (!type.equalsIgnoreCase("application/x-ndjson")) {
      return wrong(new Finding("header content-type", "application/x-ndjson", type));
    }
    // One chunk at a time, and the next only when all its lines have been asked for.
    return body.asByteArray().concatMapIterable(this::checked, 1);
  }

  private List<Long> checked(byte[] chunk) {
    List<Long> numbers = items.add(chunk);
    items
        .difference()
        .ifPresent(
            difference -> {
              findings.add(difference);
              throw new IllegalStateException("a wrong line");
            });
    return numbers;
  }

  private Flux<Long> wrong(Finding finding) {
    findings.add(finding);
    return Flux.error(new IllegalStateException("a wrong answer"));
  }
}

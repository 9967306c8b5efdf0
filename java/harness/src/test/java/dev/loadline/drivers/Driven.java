// Runs the driver the way either side of the house does: specifications in, samples out.
package dev.loadline.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loadline.input.SchemaCheck;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The samples are held to their schema. */
final class Driven {
  private static final SchemaCheck SCHEMA =
      SchemaCheck.of(Path.of("../../contracts/schema/sample.schema.json"));

  private static final int TRIES = 4;
  private static final double RATE_SHARE = 0.02;

  static final String GREETING =
      """
      {'request': {'path': '/hello'},
       'response': {'status': 200, 'contentType': 'text/plain; charset=utf-8',
                    'body': {'text': 'Hello World!'}}}""";

  private Driven() {}

  /** A slice of these exchanges, single quotes for double ones. */
  static JsonNode slice(String url, String exchanges, String more) {
    return run(specification(url, exchanges, more)).get(0);
  }

  static String specification(String url, String exchanges, String more) {
    String seconds = more.contains("'seconds'") ? "" : ", 'seconds': 0.6";
    return "{'url': '%s', 'load': {'connections': 4, 'exchanges': [%s]}%s%s}"
        .formatted(url, exchanges, seconds, more.isEmpty() ? "" : ", " + more);
  }

  static List<JsonNode> run(String... specifications) {
    List<JsonNode> samples = answers(specifications);
    samples.forEach(Driven::holdToSchema);
    return samples;
  }

  static void holdToSchema(JsonNode sample) {
    assertThat(SCHEMA.problems(sample, "sample")).isEmpty();
  }

  /** What comes out line by line, single quotes in the lines for double ones. */
  static List<JsonNode> answers(String... linesIn) {
    StringBuilder lines = new StringBuilder();
    for (String each : linesIn) {
      lines.append(each.replace('\n', ' ').replace('\'', '"')).append('\n');
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Driver.drive(
        new ByteArrayInputStream(lines.toString().getBytes(StandardCharsets.UTF_8)),
        new PrintStream(out, true, StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8).lines().map(JsonMapper.shared()::readTree).toList();
  }

  /**
   * A sample in which the rate sent is that asked for; a machine that stands still at the end of a
   * slice gets another try.
   */
  static JsonNode atItsRate(double ratePerSecond, String specification) {
    JsonNode sample = run(specification).get(0);
    for (int tries = 1; tries < TRIES && !isSent(ratePerSecond, sample); tries++) {
      sample = run(specification).get(0);
    }
    assertThat(sample.get("ratePerSecond").asDouble()).isEqualTo(ratePerSecond);
    assertThat(sample.get("sentPerSecond").asDouble())
        .isCloseTo(ratePerSecond, within(RATE_SHARE * ratePerSecond));
    return sample;
  }

  private static boolean isSent(double ratePerSecond, JsonNode sample) {
    double sent = sample.get("sentPerSecond").asDouble();
    return Math.abs(sent - ratePerSecond) <= RATE_SHARE * ratePerSecond;
  }

  static long errors(JsonNode sample) {
    return sample.at("/errors/total").asLong();
  }

  static long errors(JsonNode sample, String kind) {
    return sample.at("/errors/kinds/" + kind + "/count").asLong(0);
  }

  static String example(JsonNode sample, String kind) {
    return sample.at("/errors/kinds/" + kind + "/examples/0").asString("");
  }

  static long valid(JsonNode sample) {
    return sample.get("valid").asLong();
  }

  static long p50Micros(JsonNode sample) {
    return sample.at("/latencyMicros/p50").asLong();
  }

  static long p99Micros(JsonNode sample) {
    return sample.at("/latencyMicros/p99").asLong();
  }
}

// Judges recorded harms: from a file, or from standard input, to a verdict as JSON.
package dev.loadline.cli;

import dev.loadline.input.InvalidInput;
import dev.loadline.input.JsonFile;
import dev.loadline.input.Problem;
import dev.loadline.input.SchemaCheck;
import dev.loadline.judge.Judge;
import dev.loadline.judge.Judged;
import dev.loadline.judge.Recorded;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

final class JudgeCommand {
  private static final String STANDARD_INPUT = "-";
  private static final JsonMapper JSON = JsonMapper.shared();

  private JudgeCommand() {}

  /**
   * @param file as typed; {@code -} for standard input
   * @throws InvalidInput with every problem of the file
   */
  static Judged judge(String file, InputStream in) {
    boolean piped = STANDARD_INPUT.equals(file);
    String name = piped ? "(standard input)" : file;
    List<Problem> problems = new ArrayList<>();
    Optional<JsonNode> harms =
        piped
            ? JsonFile.parse(textOf(in), name, problems)
            : JsonFile.read(Path.of(file), name, problems);
    harms.ifPresent(value -> problems.addAll(schema().problems(value, name)));
    if (!problems.isEmpty()) {
      throw new InvalidInput(problems);
    }
    return Judge.judge(JSON.treeToValue(harms.orElseThrow(), Recorded.class));
  }

  private static String textOf(InputStream in) {
    try {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** The build puts the contracts' own file beside us, so that the jar judges wherever it lies. */
  private static SchemaCheck schema() {
    try (InputStream schema = JudgeCommand.class.getResourceAsStream("harms.schema.json")) {
      return SchemaCheck.of(textOf(schema));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** In the shape of Node's judge: the same keys in the same order. */
  static String json(Judged judged) {
    ObjectNode out = JSON.createObjectNode();
    out.put("verdict", named(judged.verdict()));
    out.put("blocks", judged.blocks());
    ArrayNode culprits = out.putArray("culprits");
    judged.culprits().forEach(culprits::add);
    ObjectNode metrics = out.putObject("metrics");
    judged.metrics().forEach((name, metric) -> metrics.set(name, metric(metric)));
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(out);
  }

  private static ObjectNode metric(Judged.Metric metric) {
    ObjectNode out = JSON.createObjectNode();
    out.put("verdict", named(metric.verdict()));
    out.put("failEvidence", metric.failEvidence());
    out.put("passEvidence", metric.passEvidence());
    out.put("estimate", metric.estimate());
    out.putArray("interval").add(metric.interval().low()).add(metric.interval().high());
    return out;
  }

  private static String named(Judged.Verdict verdict) {
    return verdict.name().toLowerCase(Locale.ROOT);
  }
}

// What a person sees of the judge: verdicts as JSON, exit codes, and refusals of bad harms.
package dev.loadline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class MainTest {
  @TempDir private Path folder;

  /** How a run of the command ended. */
  private record Ended(int exitCode, String out, String err) {
    JsonNode json() {
      return JsonMapper.shared().readTree(out);
    }
  }

  @Test
  void harmsThatAreLargeFailAndTheMetricIsNamed() throws Exception {
    Ended ended = judged(hash(Collections.nCopies(40, 0.4)));
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.json().get("verdict").asString()).isEqualTo("fail");
    assertThat(ended.json().get("culprits").get(0).asString()).isEqualTo("hash");
  }

  @Test
  void harmsAroundNothingPass() {
    Ended ended = run(hash(Collections.nCopies(40, 0.001)), "judge", "-");
    assertThat(ended.exitCode()).isEqualTo(0);
    assertThat(ended.json().at("/metrics/hash/verdict").asString()).isEqualTo("pass");
  }

  @Test
  void tooFewHarmsAreInconclusive() throws Exception {
    Ended ended = judged(hash(List.of(0.01)));
    assertThat(ended.exitCode()).isEqualTo(3);
    assertThat(ended.json().get("blocks").asInt()).isEqualTo(1);
    assertThat(ended.json().at("/metrics/hash/interval/0").isNull()).isTrue();
  }

  @Test
  void everyProblemOfABadFileIsToldAtOnceByJsonPointer() throws Exception {
    Ended ended =
        judged(
            """
            {"alpha": 2, "beta": 0.05,
             "metrics": {"a": {"failAbove": 0, "passBelow": "x", "harms": [1e999], "more": 1}}}
            """);
    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.out()).isEmpty();
    String file = folder.resolve("harms.json").toString();
    for (String at :
        List.of(
            "/alpha",
            "/maxBlocks",
            "/metrics/a/passBelow",
            "/metrics/a/harms/0",
            "/metrics/a/more")) {
      assertThat(ended.err()).contains(file + " " + at + "\n");
    }
    assertThat(ended.err()).doesNotContain("\tat ");
  }

  @Test
  void aFileThatIsNotThereOrNotJsonIsBadInput() throws Exception {
    assertThat(judged("{\"alpha\": ").err()).contains("expected  JSON");
    Ended missing = run("", "judge", folder.resolve("none.json").toString());
    assertThat(missing.exitCode()).isEqualTo(2);
    assertThat(missing.err()).contains("expected  a readable file");
  }

  @Test
  void anythingElseShowsHowItIsUsed() {
    assertThat(run("", "juge", "x").err()).startsWith("Usage: java -jar loadline-junit.jar judge");
    assertThat(run("", "juge", "x").exitCode()).isEqualTo(2);
    assertThat(run("", "--help").out()).startsWith("Usage:");
    assertThat(run("", "--help").exitCode()).isEqualTo(0);
  }

  @Test
  void aDriverRefusesASpecificationThatItCannotDo() {
    Ended ended = run("{\"url\": \"x\"}\n", "drive");
    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err()).startsWith("driver: the specification is not valid: /url: expected");
  }

  @Test
  void aDriverEndsWellWhenNothingMoreIsAskedOfIt() {
    assertThat(run("\n", "drive").exitCode()).isEqualTo(0);
  }

  private static String hash(List<Double> harms) {
    return """
    {"alpha": 0.01, "beta": 0.05, "maxBlocks": 40,
     "metrics": {"hash": {"failAbove": 0.0146, "passBelow": 0.0488, "harms": %s}}}
    """
        .formatted(harms);
  }

  private Ended judged(String harms) throws Exception {
    Path file = Files.writeString(folder.resolve("harms.json"), harms);
    return run("", "judge", file.toString());
  }

  private static Ended run(String input, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exitCode =
        Main.run(
            arguments,
            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    return new Ended(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}

// The page of a report: it holds its data, and both sides make the same of it.
package dev.loadline.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.loadline.measure.Verdict;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class PageTest {
  private static final Path HOUSE = Path.of("../..").toAbsolutePath().normalize();
  private static final String HOSTILE = "a </script><script> \"\\\t\u0001\u001f é 😀 $1 {{code}}";

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void writeReport() throws IOException {
    file = folder.resolve("report.json");
    ReportFile.write(
        file,
        ARun.of(ARun.comparison("java/duck", Verdict.FAIL)),
        Optional.empty(),
        "0.1.0",
        false);
    ObjectNode report = (ObjectNode) JsonMapper.shared().readTree(Files.readString(file));
    report.putArray("notes").add(HOSTILE);
    report.put("startedAt", "2026-11-20T12:00:00Z").put("seconds", 1.0E-5);
    ((ObjectNode) report.get("gate")).put("blocksFile", "blocks.ndjson");
    Files.writeString(file, JsonMapper.shared().writeValueAsString(report));
    List<String> lines = new ArrayList<>();
    String reference = report.at("/gate/comparisons/0/reference").asString();
    for (String kind : List.of("throughput", "p99")) {
      for (int block = 1; block <= 5; block++) {
        lines.add(slice("java/duck", "subject", kind, block));
        lines.add(slice(reference, "reference", kind, block));
      }
    }
    Files.write(folder.resolve("blocks.ndjson"), lines);
  }

  @Test
  void holdsItsDataAndNoTextOfItEndsIt() throws IOException {
    String page = Page.of(file);
    String data = page.split("id=\"data\">")[1].split("</script>")[0];
    var read = JsonMapper.shared().readTree(data);
    assertThat(read.at("/own/report/notes/0").asString()).isEqualTo(HOSTILE);
    assertThat(read.at("/own/series/reasons/0").asString()).isEqualTo(HOSTILE);
    assertThat(read.at("/own/series/comparisons/0/p99/blocks").size()).isEqualTo(5);
    assertThat(page).contains("uPlot").doesNotContain("\nimport ").doesNotContain("\nexport ");
  }

  @Test
  void isEqualToNodesButForTheNameOfTheSide() throws Exception {
    Path loadline = HOUSE.resolve("node/harness/bin/loadline.js");
    assumeThat(HOUSE.resolve("node_modules")).as("npm ci was run").exists();
    Process node =
        new ProcessBuilder("node", loadline.toString(), "report", file.toString())
            .directory(HOUSE.toFile())
            .redirectErrorStream(true)
            .start();
    String told = new String(node.getInputStream().readAllBytes());
    assertThat(node.waitFor()).as(told).isZero();
    String nodes = Files.readString(folder.resolve("report.html"));
    assertThat(Page.of(file).replace("made by Maven", "made by npm")).isEqualTo(nodes);
  }

  @Test
  void saysWhyThereAreNoBlocks() throws IOException {
    Files.delete(folder.resolve("blocks.ndjson"));
    assertThat(Page.of(file)).contains("\"missing\":\"blocks.ndjson is not beside the report\"");
  }

  private static String slice(String arm, String role, String kind, int block) {
    ObjectNode slice = JsonMapper.shared().createObjectNode();
    slice
        .put("schemaVersion", "1.1")
        .put("language", "java")
        .put("group", "java/yardstick")
        .put("workload", "hash")
        .put("process", 1)
        .put("block", block)
        .put("arm", arm)
        .put("role", role)
        .put("kind", kind)
        .put("invalid", block == 2 ? HOSTILE : null)
        .putNull("problem");
    ObjectNode sample = slice.putObject("sample");
    sample
        .put("startedAt", "2026-11-20T12:00:30.123Z")
        .put("valid", block == 3 ? 1_999 : 2_000)
        .put("requestsPerSecond", 12_345.678 / block)
        .put("histogram", histogram(role.length() * 100 + block));
    sample.putObject("latencyMicros").put("p99", 3_000 + block);
    sample.putObject("errors").put("total", block == 4 ? 1 : 0);
    return slice.toString();
  }

  private static String histogram(int micros) {
    Histogram histogram = new Histogram(1, 3_600_000_000L, 3);
    for (int request = 1; request < 3_000; request++) {
      histogram.recordValue(micros * 3_000L / request);
    }
    ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(bytes);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
  }
}

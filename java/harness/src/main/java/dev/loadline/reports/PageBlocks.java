// The raw blocks that belong to a report, or why there are none.
package dev.loadline.reports;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * @param records lines of blocks.ndjson
 * @param missing why there are none
 */
record PageBlocks(List<JsonNode> records, Optional<String> missing) {
  private static final Duration SLACK = Duration.ofMinutes(1);
  private static final double MILLIS_A_SECOND = 1_000;

  /**
   * @param reportFile beside which they are looked for, before where they were written
   */
  static PageBlocks of(JsonNode report, Path reportFile) throws IOException {
    if (report.get("schemaVersion").asString().startsWith("1.")) {
      return none("blocks are shown of reports from version 2.0 of the schema on");
    }
    JsonNode named = report.at("/gate/blocksFile");
    if (!named.isString()) {
      return none("the run kept no blocks");
    }
    Path written = Path.of(named.asString());
    String name = written.getFileName().toString();
    Path beside = reportFile.toAbsolutePath().resolveSibling(name);
    // Where a relative name led to when it was written, nobody knows any more.
    Stream<Path> places = written.isAbsolute() ? Stream.of(beside, written) : Stream.of(beside);
    Optional<Path> found = places.filter(Files::exists).findFirst();
    if (found.isEmpty()) {
      return none(name + " is not beside the report");
    }
    try {
      List<JsonNode> records = lines(found.get());
      return isOf(report, records)
          ? new PageBlocks(records, Optional.empty())
          : none(name + " is of another run: each run of a folder writes its own");
    } catch (JacksonException notJson) {
      return none(name + " cannot be read");
    }
  }

  private static PageBlocks none(String why) {
    return new PageBlocks(List.of(), Optional.of(why));
  }

  private static List<JsonNode> lines(Path file) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.filter(line -> !line.isBlank()).map(JsonMapper.shared()::readTree).toList();
    }
  }

  private static boolean isOf(JsonNode report, List<JsonNode> records) {
    Instant started = Instant.parse(report.get("startedAt").asString());
    Instant began = started.minus(SLACK);
    long tookMillis = Math.round(report.get("seconds").asDouble() * MILLIS_A_SECOND);
    Instant ended = started.plusMillis(tookMillis).plus(SLACK);
    return records.stream()
        .map(record -> record.get("sample"))
        .filter(sample -> !sample.isNull())
        .map(sample -> Instant.parse(sample.get("startedAt").asString()))
        .noneMatch(time -> time.isBefore(began) || time.isAfter(ended));
  }
}

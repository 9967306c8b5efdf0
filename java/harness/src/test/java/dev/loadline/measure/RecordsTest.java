// Slices are written as they come in, and kept by comparison.
package dev.loadline.measure;

import static dev.loadline.measure.Samples.STACK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loadline.measure.Records.Block;
import dev.loadline.measure.Records.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RecordsTest {
  @Test
  void eachIsALineWithItsGroupAndABlockHoldsBothArms(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("deep/blocks.ndjson");
    List<SliceRecord> pair = Samples.pair(1, 7_000, 10_000);
    SliceRecord alone = Samples.ended(Samples.pair(2, 1, 1).get(0), "it ended");
    try (Records records = Records.into(file)) {
      records.add(pair);
      records.add(List.of(alone));
      assertThat(records.blocksOf(new Place("java", STACK, "hash")))
          .containsExactly(
              new Block(pair.get(0), Optional.of(pair.get(1))), new Block(alone, Optional.empty()));
      assertThat(records.blocksOf(new Place("java", STACK, "hello"))).isEmpty();
    }
    List<String> lines = Files.readAllLines(file);
    assertThat(lines).hasSize(3);
    JsonNode first = JsonMapper.shared().readTree(lines.get(0));
    assertThat(first.get("schemaVersion").asString()).isEqualTo("1.1");
    assertThat(first.get("group").asString()).isEqualTo("java");
  }

  @Test
  void aSubjectIsHeldAgainstWhatWasLoadedAtTheSameTime(@TempDir Path folder) {
    List<SliceRecord> first = Samples.pair(1, 7_000, 10_000);
    List<SliceRecord> second = Samples.inTurn(1, Samples.pair(1, 6_000, 9_000));
    try (Records records = Records.into(folder.resolve("blocks.ndjson"))) {
      records.add(List.of(second.get(1), second.get(0), first.get(0), first.get(1)));
      assertThat(records.blocksOf(new Place("java", STACK, "hash")))
          .containsExactly(
              new Block(second.get(0), Optional.of(second.get(1))),
              new Block(first.get(0), Optional.of(first.get(1))));
    }
  }
}

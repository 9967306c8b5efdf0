// One slice of one arm, as a line of blocks.ndjson (contracts/schema/block.schema.json).
package dev.loadline.measure;

import dev.loadline.instruments.Conditions;
import dev.loadline.thresholds.Limit.Quantity;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * @param language of the stack
 * @param group the arms that are alive together
 * @param process which set of processes, from 1 on: later ones ask again what the one before had
 *     alarmed about
 * @param block from 1 on in each set; 0 is the warm-up, of which only slices with errors are kept
 * @param order place among the slices of its kind in the block, from 0
 * @param arm the stack's or variant's id
 * @param invalid why it is not to be trusted
 * @param problem what the stack did wrong besides errors of single answers: it ended, or answered
 *     from memory
 * @param sample empty when there is none; the reason is in invalid or problem
 */
record SliceRecord(
    String language,
    String group,
    String workload,
    int process,
    int block,
    int order,
    String arm,
    Role role,
    Kind kind,
    Conditions conditions,
    Optional<String> invalid,
    Optional<String> problem,
    Optional<Sample> sample) {

  /** What an arm is in its comparison. */
  enum Role {
    SUBJECT("subject"),
    REFERENCE("reference");

    private final String word;

    Role(String word) {
      this.word = word;
    }
  }

  /** What a slice is measured for. */
  enum Kind {
    WARM_UP("warm-up"),
    THROUGHPUT("throughput"),
    P99("p99");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    static Kind of(Quantity quantity) {
      return quantity == Quantity.P99 ? P99 : THROUGHPUT;
    }

    String word() {
      return word;
    }
  }

  ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("schemaVersion", "1.1")
        .put("language", language)
        .put("group", group)
        .put("workload", workload)
        .put("process", process)
        .put("block", block)
        .put("order", order)
        .put("arm", arm)
        .put("role", role.word)
        .put("kind", kind.word)
        .set("conditions", conditions.json());
    json.put("invalid", invalid.orElse(null)).put("problem", problem.orElse(null));
    json.set("sample", sample.map(Sample::json).orElse(json.nullNode()));
    return json;
  }
}

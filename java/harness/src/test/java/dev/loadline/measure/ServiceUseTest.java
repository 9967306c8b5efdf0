// Answers that no service was asked for came from memory.
package dev.loadline.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadline.services.Counts;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class ServiceUseTest {
  private static final List<String> METHODS = List.of("PUT", "GET");

  @Test
  void asMuchAskedAsAnsweredIsWell() {
    assertThat(ServiceUse.shortfall(METHODS, sample(1_000, 1_000), new Counts(1_000, 1_000)))
        .isEmpty();
    assertThat(ServiceUse.shortfall(METHODS, sample(1_000, 1_000), new Counts(999, 5_000)))
        .isEmpty();
  }

  @Test
  void fewerReadsThanAnswersAreTold() {
    assertThat(ServiceUse.shortfall(METHODS, sample(1_000, 2_000), new Counts(3, 1_000)))
        .contains("answered 2,000 GETs, but %s was asked 3 times");
  }

  @Test
  void fewerWritesThanAnswersAreTold() {
    assertThat(ServiceUse.shortfall(METHODS, sample(1_000, 1_000), new Counts(1_000, 998)))
        .contains("answered 1,000 PUTs, but %s was asked 998 times");
  }

  @Test
  void aSliceWithErrorsIsNotHeldAgainstTheCounts() {
    Sample wrong = Samples.withWrongBodies(sample(1_000, 1_000), 1, "no");
    assertThat(ServiceUse.shortfall(METHODS, wrong, new Counts(0, 0))).isEmpty();
  }

  private static Sample sample(long puts, long gets) {
    ObjectNode json = (ObjectNode) Samples.closedLoop(1_000).json();
    ArrayNode exchanges = json.putArray("exchanges");
    exchanges.addObject().put("name", "PUT").put("responses", puts).put("right", puts);
    exchanges.addObject().put("name", "GET").put("responses", gets).put("right", gets);
    return new Sample(json);
  }
}

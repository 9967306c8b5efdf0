// Tests what the workloads answer whose service has no address, or is not there.
package dev.loadline.workloads;

import static dev.loadline.workloads.ChecksTest.assertInvalid;
import static dev.loadline.workloads.ChecksTest.reasonOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class ServicesTest {
  private static final String MESSAGE = "0".repeat(24);

  @Test
  void withoutAnAddressNothingIsAvailable() {
    assertAway(new Services(new Cache(null), new Records(null), new Messages(null)));
  }

  @Test
  void whereNobodyListensNothingIsAvailable() {
    assertAway(
        new Services(
            new Cache("redis://127.0.0.1:1"),
            new Records("mysql://root:secret@127.0.0.1:1/test"),
            new Messages("mongodb://127.0.0.1:1/test")));
  }

  private static void assertAway(Services services) {
    try (services) {
      assertInvalid(() -> services.cache().put("a b", "duck"));
      assertInvalid(() -> services.records().add(""));
      assertInvalid(() -> services.messages().find("1"));
      var unavailable = Refused.Reason.UNAVAILABLE;
      assertThat(reasonOf(() -> services.cache().get("a"))).isEqualTo(unavailable);
      assertThat(reasonOf(() -> services.records().find(1))).isEqualTo(unavailable);
      assertThat(reasonOf(() -> services.messages().find(MESSAGE))).isEqualTo(unavailable);
    }
  }

  @Test
  void aMessageTellsItsTimeToTheMillisecond() {
    assertThat(Message.of(MESSAGE, "duck", Instant.EPOCH).createdAt())
        .isEqualTo("1970-01-01T00:00:00.000Z");
  }
}

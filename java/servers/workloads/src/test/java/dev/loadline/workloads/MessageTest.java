// Tests the JSON that records and messages answer.
package dev.loadline.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class MessageTest {
  @Test
  void tellsItsTimeInThreeDigitsOfMilliseconds() {
    Message message = new Message("0123456789abcdef01234567", "a \"é\"", Instant.ofEpochSecond(0));
    assertThat(message.path()).isEqualTo("/messages/0123456789abcdef01234567");
    assertThat(message.json())
        .asString()
        .isEqualTo(
            "{\"id\":\"0123456789abcdef01234567\",\"content\":\"a \\\"é\\\"\","
                + "\"createdAt\":\"1970-01-01T00:00:00.000Z\"}");
  }

  @Test
  void aRecordHasANumber() {
    NamedRecord record = new NamedRecord(7, "a\n\\");
    assertThat(record.path()).isEqualTo("/records/7");
    assertThat(record.json()).asString().isEqualTo("{\"id\":7,\"name\":\"a\\u000a\\\\\"}");
  }
}

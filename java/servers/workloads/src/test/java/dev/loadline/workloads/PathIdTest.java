// Tests which keys and ids the paths of cache, records and messages take.
package dev.loadline.workloads;

import static dev.loadline.workloads.QueryTest.statusOf;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class PathIdTest {
  @Test
  void takesEveryCharacterOfAKey() {
    assertThat(Cache.key("AZaz09_.:-")).isEqualTo("AZaz09_.:-");
    assertThat(Cache.key("k".repeat(128))).hasSize(128);
    assertThat(statusOf(() -> Cache.key("k".repeat(129)))).isEqualTo(400);
  }

  @ParameterizedTest(name = "the key {0} is refused")
  @EmptySource
  @ValueSource(strings = {"a b", "a,b", "a@b", "a/b", "é", "😀", "a\r\nb", "a\n", "٣", "a;b"})
  void refusesOtherKeys(String key) {
    assertThat(statusOf(() -> Cache.key(key))).isEqualTo(400);
  }

  @Test
  void takesDecimalIdsOfRecords() {
    assertThat(Records.id("0")).isZero();
    assertThat(Records.id("007")).isEqualTo(7);
    assertThat(Records.id("999999999999999")).isEqualTo(999_999_999_999_999L);
  }

  @ParameterizedTest(name = "the id {0} of a record is refused")
  @EmptySource
  @ValueSource(strings = {"abc", "-1", "+1", "1.5", "1e3", "1 OR 1=1", "1234567890123456", "٣"})
  void refusesOtherIdsOfRecords(String id) {
    assertThat(statusOf(() -> Records.id(id))).isEqualTo(400);
  }

  @Test
  void takesHexadecimalIdsOfMessages() {
    assertThat(Messages.id("0123456789abcdef01234567")).isEqualTo("0123456789abcdef01234567");
  }

  @ParameterizedTest(name = "the id {0} of a message is refused")
  @EmptySource
  @ValueSource(
      strings = {
        "0123456789abcdef0123456",
        "0123456789abcdef012345678",
        "0123456789ABCDEF01234567",
        "0123456789abcdefg1234567",
        "0123456789abcdef0123456\n",
        "$where",
      })
  void refusesOtherIdsOfMessages(String id) {
    assertThat(statusOf(() -> Messages.id(id))).isEqualTo(400);
  }
}

// Tests the rules for texts, numbers, keys, ids and form-encoded text.
package dev.loadline.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChecksTest {
  @Test
  void textsAreKeptAsTheyWereTyped() {
    assertThat(Checks.text("name", " 😀\n", 3)).isEqualTo(" 😀\n");
  }

  @ParameterizedTest(name = "the text {0} is refused")
  @NullSource
  @ValueSource(strings = {"", " \t", "\u00a0", "a\ud83d", "abcd"})
  void badTexts(String text) {
    assertInvalid(() -> Checks.text("name", text, 3));
  }

  @Test
  void numbersAreDecimalDigits() {
    assertThat(Fibonacci.argument("40")).isEqualTo(40);
    assertThat(Fibonacci.argument("05")).isEqualTo(5);
    assertThat(Checks.rowId("123456789012345")).isEqualTo(123_456_789_012_345L);
  }

  @ParameterizedTest(name = "the number {0} is refused")
  @NullSource
  @ValueSource(strings = {"", "41", "041", "-1", "+3", " 3", "3.0", "1e1", "0x1", "٣", "x"})
  void badNumbers(String text) {
    assertInvalid(() -> Fibonacci.argument(text));
  }

  @Test
  void keysAndIds() {
    assertThat(Checks.key("a.B_0:-")).isEqualTo("a.B_0:-");
    assertInvalid(() -> Checks.key("a\n"));
    assertInvalid(() -> Checks.key("a".repeat(129)));
    assertInvalid(() -> Checks.messageId("0".repeat(23) + "A"));
    assertInvalid(() -> Checks.rowId("1234567890123456"));
    assertInvalid(() -> Checks.utf8(new byte[] {(byte) 0xff}));
  }

  @ParameterizedTest(name = "the query {0} is well formed")
  @NullSource
  @ValueSource(
      strings = {"", "input", "input=a=b&x=", "a=%41&&b=+", "a=%f0%9f%98%80", "a=\u00c3\u00a9"})
  void goodQueries(String raw) {
    FormEncoding.check(raw);
  }

  @ParameterizedTest(name = "the query {0} is refused")
  @ValueSource(
      strings = {
        "a=%",
        "a=%4",
        "a=%zz",
        "%zz=a",
        "a=%+1",
        "a=%٣٣",
        "a=%ff",
        "a=%E2%82",
        "a=%C0%80",
        "a=%ED%A0%80",
        "a=\u00ff",
        "a=日",
        "a=1&b&a=2",
        "a=1&%61=2",
        "a+b=1&a%20b=2"
      })
  void badQueries(String raw) {
    assertInvalid(() -> FormEncoding.check(raw));
  }

  static void assertInvalid(ThrowingCallable work) {
    assertThat(reasonOf(work)).isEqualTo(Refused.Reason.INVALID);
  }

  static Refused.Reason reasonOf(ThrowingCallable work) {
    return catchThrowableOfType(Refused.class, work).reason();
  }
}

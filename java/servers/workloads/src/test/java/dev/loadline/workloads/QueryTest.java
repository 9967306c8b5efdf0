// Tests the strict reading of queries.
package dev.loadline.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueryTest {
  @ParameterizedTest(name = "{0} holds {1}")
  @CsvSource({
    "input=duck, duck",
    "input=, ''",
    "input, ''",
    "x=1&input=duck&y=2, duck",
    "input=a+b, a b",
    "input=a%2Bb, a+b",
    "input=a%26b%3Dc%23, a&b=c#",
    "input=a=b, a=b",
    "input=%E6%97%A5, 日",
    "input=%f0%9f%98%80, 😀",
    "inp%75t=duck, duck",
    "input=%41&&, A",
  })
  void decodes(String raw, String value) {
    assertThat(Query.single(raw, "input")).isEqualTo(value);
  }

  @ParameterizedTest(name = "{0} is refused")
  @NullSource
  @ValueSource(
      strings = {
        "",
        "x=1",
        "Input=duck",
        "input=a&input=b",
        "input=%",
        "input=%4",
        "input=%zz",
        "input=%ff",
        "input=%E2%82",
        "input=%C0%80",
        "input=%ED%A0%80",
        "input=a&x=%zz",
        "input=%٣٣",
        "input=日",
        "input=\u00ff",
      })
  void refuses(String raw) {
    assertThat(statusOf(() -> Query.single(raw, "input"))).isEqualTo(400);
  }

  @Test
  void readsUnencodedUtf8OfAFormBody() {
    assertThat(Query.single("input=\u00c3\u00a9", "input")).isEqualTo("é");
  }

  @Test
  void tellsAMissingOptionalParameterByNull() {
    assertThat(Query.optional("x=1", "q")).isNull();
  }

  static int statusOf(Runnable work) {
    return catchThrowableOfType(ProblemException.class, work::run).problem().status();
  }
}

// Tests the work of fibonacci and hash.
package dev.loadline.workloads;

import static dev.loadline.workloads.QueryTest.statusOf;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FibonacciTest {
  @ParameterizedTest(name = "F({0}) = {1}")
  @CsvSource({"0, 0", "1, 1", "2, 1", "10, 55", "30, 832040"})
  void computes(int n, int value) {
    assertThat(Fibonacci.of(n)).isEqualTo(value);
  }

  @ParameterizedTest(name = "{0} is refused")
  @ValueSource(
      strings = {
        "n=",
        "n=41",
        "n=041",
        "n=-1",
        "n=%2B3",
        "n=+3",
        "n=3.0",
        "n=1e1",
        "n=%D9%A3",
        "n=x"
      })
  void refuses(String raw) {
    assertThat(statusOf(() -> Fibonacci.argument(raw))).isEqualTo(400);
  }

  @Test
  void readsItsArgument() {
    assertThat(Fibonacci.argument("n=40")).isEqualTo(40);
    assertThat(Fibonacci.argument("n=05")).isEqualTo(5);
  }

  @Test
  void hashesUtf16CodeUnits() {
    assertThat(Hash.of("")).isEqualTo("0");
    assertThat(Hash.of("polygenelubricants")).isEqualTo("-2147483648");
    assertThat(Hash.of("😀")).isEqualTo("1772899");
  }
}

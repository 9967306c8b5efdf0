// Tests the work of fibonacci and hash.
package dev.loadline.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FibonacciTest {
  @ParameterizedTest(name = "F({0}) = {1}")
  @CsvSource({"0, 0", "1, 1", "2, 1", "10, 55", "30, 832040"})
  void computes(int n, int value) {
    assertThat(Fibonacci.of(n)).isEqualTo(value);
  }

  @Test
  void hashesUtf16CodeUnits() {
    assertThat(Hash.of("")).isEqualTo("0");
    assertThat(Hash.of("polygenelubricants")).isEqualTo("-2147483648");
    assertThat(Hash.of("😀")).isEqualTo("1772899");
  }
}

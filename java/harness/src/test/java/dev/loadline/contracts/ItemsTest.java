// Lines of a stream: right ones are counted, the first wrong one is told.
package dev.loadline.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ItemsTest {
  private static final int SIZE = 32;

  @ParameterizedTest
  @ValueSource(ints = {1, SIZE - 1, SIZE, 3 * SIZE + 5})
  void rightLinesAreCountedWhateverTheChunks(int chunkBytes) {
    List<String> lines =
        IntStream.range(0, 12).mapToObj(seq -> line(seq, seq == 5 ? "y" : "x")).toList();
    Items items = checked(lines, chunkBytes);
    assertThat(items.difference()).isEmpty();
    assertThat(items.seen()).isEqualTo(12);
    assertThat(items.unfinishedBytes()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "no JSON | a JSON object",
        "the number of the one before | a line that starts with {\"seq\":2",
        "goes on after its number | a line that starts with {\"seq\":2",
        "ends early | 32 bytes with the newline"
      })
  void aWrongLineAfterRightOnesIsTold(String how, String expected) {
    Items items = checked(List.of(line(0, "x"), line(1, "x"), wrong(how), line(3, "x")), SIZE);
    assertThat(items.difference())
        .hasValueSatisfying(
            finding -> {
              assertThat(finding.what()).isEqualTo("body line 2");
              assertThat(finding.expected()).isEqualTo(expected);
            });
    assertThat(items.seen()).isEqualTo(2);
  }

  private static String wrong(String how) {
    String right = line(2, "x");
    return switch (how) {
      case "no JSON" -> right.replace("\"}", "x}");
      case "the number of the one before" -> line(1, "x");
      case "goes on after its number" -> right.replace(",\"", "0,");
      case "ends early" -> right.replaceFirst("x", "\n");
      default -> throw new IllegalArgumentException(how);
    };
  }

  private static String line(int seq, String pad) {
    String begin = "{\"seq\":" + seq + ",\"pad\":\"";
    return begin + pad.repeat(SIZE - begin.length() - 3) + "\"}\n";
  }

  private static Items checked(List<String> lines, int chunkBytes) {
    Items items = new Items(SIZE);
    byte[] bytes = String.join("", lines).getBytes(StandardCharsets.UTF_8);
    for (int at = 0; at < bytes.length; at += chunkBytes) {
      items.add(Arrays.copyOfRange(bytes, at, Math.min(at + chunkBytes, bytes.length)));
    }
    return items;
  }
}

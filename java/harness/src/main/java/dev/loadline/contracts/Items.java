// Checks the lines of a stream as they come, whatever the chunks that they come in.
package dev.loadline.contracts;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

final class Items {
  private static final Pattern AFTER_NUMBER = Pattern.compile("^ *[,}]");
  private static final int SHOWN_CHARACTERS = 60;
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private final int size;
  private byte[] rest = new byte[0];
  private long seen;
  private Finding difference;

  /** What came after the number in the last line that was right. */
  private String known = "";

  /**
   * @param size bytes a line, newline included
   */
  Items(int size) {
    this.size = size;
  }

  /** Whole lines that were right so far. */
  long seen() {
    return seen;
  }

  /** Bytes of a line that has not ended yet. */
  int unfinishedBytes() {
    return rest.length;
  }

  /** The first line that is wrong. */
  Optional<Finding> difference() {
    return Optional.ofNullable(difference);
  }

  /**
   * @return the numbers of the lines that ended in this chunk and are right
   */
  List<Long> add(byte[] chunk) {
    byte[] bytes = joined(rest, chunk);
    List<Long> numbers = new ArrayList<>();
    int at = 0;
    for (; difference == null && at + size <= bytes.length; at += size) {
      difference = differenceOf(Arrays.copyOfRange(bytes, at, at + size));
      if (difference == null) {
        numbers.add(seen++);
      }
    }
    rest = Arrays.copyOfRange(bytes, at, bytes.length);
    return numbers;
  }

  private static byte[] joined(byte[] one, byte[] other) {
    byte[] both = Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, both, one.length, other.length);
    return both;
  }

  private Finding differenceOf(byte[] line) {
    String text = new String(line, StandardCharsets.ISO_8859_1);
    if (text.indexOf('\n') != size - 1) {
      return wrong(size + " bytes with the newline", line);
    }
    String begin = "{\"seq\":" + seen;
    String after = text.substring(Math.min(begin.length(), size));
    // After another number the same is JSON again; to parse each line would take most of the time.
    if (after.equals(known) && text.startsWith(begin)) {
      return null;
    }
    if (!text.startsWith(begin) || !AFTER_NUMBER.matcher(after).find()) {
      return wrong("a line that starts with " + begin, line);
    }
    if (!isJson(line)) {
      return wrong("a JSON object", line);
    }
    known = after;
    return null;
  }

  private static boolean isJson(byte[] line) {
    try {
      return JSON.readTree(line).isObject();
    } catch (JacksonException notJson) {
      return false;
    }
  }

  private Finding wrong(String expected, byte[] line) {
    String text = new String(line, StandardCharsets.UTF_8);
    String shown =
        text.length() > SHOWN_CHARACTERS ? text.substring(0, SHOWN_CHARACTERS) + "…" : text;
    return new Finding("body line " + seen, expected, Shown.quoted(shown));
  }
}

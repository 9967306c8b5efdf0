// How what a server sent, and what was expected of it, look in an example.
package dev.loadline.drivers;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

final class Told {
  static final int SHOWN_BYTES = 120;

  private Told() {}

  /** Cut short and escaped. */
  static String shown(byte[] bytes) {
    byte[] start = Arrays.copyOf(bytes, Math.min(bytes.length, SHOWN_BYTES));
    String text = quoted(new String(start, StandardCharsets.UTF_8));
    return bytes.length > SHOWN_BYTES ? text + "..." : text;
  }

  static String cut(String text) {
    return text.length() > SHOWN_BYTES ? text.substring(0, SHOWN_BYTES) + "..." : text;
  }

  static String quoted(String text) {
    return JsonMapper.shared().writeValueAsString(text);
  }

  /** As JavaScript writes it. */
  static String pattern(Pattern pattern) {
    return "/" + pattern.pattern().replace("/", "\\/") + "/u";
  }

  /** Without a fraction where there is none: {@code 1 s}, not {@code 1.0 s}. */
  static String seconds(double seconds) {
    return seconds == Math.rint(seconds) ? (long) seconds + " s" : seconds + " s";
  }
}

// Refuses form-encoded text, of queries and forms, that frameworks would repair each in its own
// way.
package dev.loadline.workloads;

import java.io.ByteArrayOutputStream;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;

/** Only looks at the text: to read it remains the framework's work. */
public final class FormEncoding {
  private FormEncoding() {}

  /**
   * Checks that every {@code %} has two hexadecimal digits, that all bytes are UTF-8 and that no
   * name stands twice.
   *
   * @param raw as it came, or null; bytes beyond ASCII as ISO-8859-1 has them
   * @throws Refused INVALID
   */
  public static void check(String raw) {
    if (raw == null) {
      return;
    }
    Set<String> names = new HashSet<>();
    for (String pair : raw.split("&")) {
      String[] parts = pair.split("=", 2);
      String name = decoded(parts[0]);
      if (!pair.isEmpty() && !names.add(name)) {
        throw Refused.invalid("A parameter stands there more than once.");
      }
      decoded(parts[parts.length - 1]);
    }
  }

  private static String decoded(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c > 0xff) {
        throw Refused.invalid("A character beyond ASCII must be percent-encoded.");
      }
      bytes.write(c == '%' ? escaped(text, i) : c == '+' ? ' ' : c);
      i += c == '%' ? 2 : 0;
    }
    return Checks.utf8(bytes.toByteArray());
  }

  private static int escaped(String text, int percent) {
    try {
      return HexFormat.fromHexDigits(text, percent + 1, percent + 3);
    } catch (IllegalArgumentException | IndexOutOfBoundsException malformed) {
      throw Refused.invalid("A % must be followed by two hexadecimal digits.");
    }
  }
}

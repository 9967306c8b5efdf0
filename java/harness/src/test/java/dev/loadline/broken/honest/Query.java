// Reads parameters from a query or a form, and refuses what is not well formed.
package dev.loadline.broken.honest;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** {@code application/x-www-form-urlencoded}, read strictly. */
final class Query {
  private Query() {}

  /** The value of a parameter that must be there once. */
  static String single(String raw, String name) {
    String value = optional(raw, name);
    if (value == null) {
      throw Refusal.badRequest("The parameter " + name + " is missing.");
    }
    return value;
  }

  /** The value of a parameter that may be there once, or null. */
  static String optional(String raw, String name) {
    List<String> values = new ArrayList<>();
    for (String pair : raw == null || raw.isEmpty() ? new String[0] : raw.split("&", -1)) {
      String[] sides = pair.split("=", 2);
      String value = sides.length < 2 ? "" : decode(sides[1]);
      if (decode(sides[0]).equals(name)) {
        values.add(value);
      }
    }
    if (values.size() > 1) {
      throw Refusal.badRequest("The parameter " + name + " is there more than once.");
    }
    return values.isEmpty() ? null : values.get(0);
  }

  private static String decode(String raw) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(raw.length());
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (c == '%') {
        bytes.write(hexadecimal(raw, i + 1) << 4 | hexadecimal(raw, i + 2));
        i += 2;
      } else {
        bytes.write(c == '+' ? ' ' : c);
      }
    }
    try {
      ByteBuffer encoded = ByteBuffer.wrap(bytes.toByteArray());
      return StandardCharsets.UTF_8.newDecoder().decode(encoded).toString();
    } catch (CharacterCodingException malformed) {
      throw Refusal.badRequest("Percent-encoded bytes must be UTF-8.");
    }
  }

  private static int hexadecimal(String raw, int index) {
    int digit = index < raw.length() ? "0123456789abcdef".indexOf(lower(raw.charAt(index))) : -1;
    if (digit < 0) {
      throw Refusal.badRequest("Two hexadecimal digits must follow a percent sign.");
    }
    return digit;
  }

  private static char lower(char c) {
    return c >= 'A' && c <= 'F' ? (char) (c + 32) : c;
  }
}

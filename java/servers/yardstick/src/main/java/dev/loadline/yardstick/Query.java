// Reads names and values as forms and query strings write them, and refuses what is malformed.
package dev.loadline.yardstick;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

final class Query {
  private Query() {}

  /** The one value of a parameter, or null where there is none; 400 where there are two. */
  static String single(String query, String name) throws Problem {
    String found = null;
    for (int start = 0; start < query.length(); ) {
      int end = query.indexOf('&', start);
      end = end < 0 ? query.length() : end;
      int equals = query.indexOf('=', start);
      int nameEnd = equals < 0 || equals > end ? end : equals;
      String value = nameEnd == end ? "" : decoded(query.substring(nameEnd + 1, end), true);
      if (decoded(query.substring(start, nameEnd), true).equals(name)) {
        if (found != null) {
          throw Problem.badRequest("The parameter '" + name + "' may be given only once.");
        }
        found = value;
      }
      start = end + 1;
    }
    return found;
  }

  /** As {@link #single}, and 400 where there is none. */
  static String required(String query, String name) throws Problem {
    String value = single(query, name);
    if (value == null) {
      throw Problem.badRequest("The parameter '" + name + "' is missing.");
    }
    return value;
  }

  /**
   * Percent-decoded text, given as one char a byte (ISO 8859-1) as it came over the wire; in a path
   * a plus is a plus.
   */
  static String decoded(String text, boolean plusIsBlank) throws Problem {
    if (isPlain(text)) {
      return plusIsBlank ? text.replace('+', ' ') : text;
    }
    ByteBuffer bytes = ByteBuffer.allocate(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '%') {
        bytes.put((byte) octet(text, i + 1));
        i += 2;
      } else {
        bytes.put((byte) (c == '+' && plusIsBlank ? ' ' : c));
      }
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
    } catch (CharacterCodingException e) {
      throw Problem.badRequest("The request holds bytes that are not UTF-8.");
    }
  }

  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == '%' || text.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  private static int octet(String text, int at) throws Problem {
    int high = at + 1 < text.length() ? hex(text.charAt(at)) : -1;
    int low = high < 0 ? -1 : hex(text.charAt(at + 1));
    if (low < 0) {
      throw Problem.badRequest("A percent sign must be followed by two hexadecimal digits.");
    }
    return high << 4 | low;
  }

  /** ASCII alone: Character.digit would take the digits of every script. */
  private static int hex(char c) {
    return c < 0x80 ? Character.digit(c, 16) : -1;
  }
}

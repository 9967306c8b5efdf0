// Reads parameters from a raw query string or a form body, and refuses what is not well formed.
package dev.loadline.workloads;

/**
 * Strict reading of {@code application/x-www-form-urlencoded}: {@code +} is a blank, {@code %}
 * takes two hexadecimal digits, the bytes must be UTF-8. Frameworks replace, keep or drop what
 * breaks these rules, each in its own way, so the servers hand the raw text here.
 *
 * <p>The raw text is null where there was no query; characters above ASCII stand for the bytes that
 * were sent (ISO-8859-1), so a body is read as {@code new String(bytes, ISO_8859_1)}.
 */
public final class Query {
  private Query() {}

  /**
   * The value of a parameter that must be there exactly once.
   *
   * @throws ProblemException 400 when it is missing, repeated or malformed
   */
  public static String single(String raw, String name) {
    String value = optional(raw, name);
    if (value == null) {
      throw bad("The parameter " + name + " is missing.");
    }
    return value;
  }

  /**
   * The value of a parameter that may be there once, or null.
   *
   * @throws ProblemException 400 when it is repeated or any part of the raw text is malformed
   */
  public static String optional(String raw, String name) {
    if (raw == null || raw.isEmpty()) {
      return null;
    }
    String found = null;
    for (int start = 0; start <= raw.length(); ) {
      int end = endOfPair(raw, start);
      int equals = raw.indexOf('=', start);
      int nameEnd = equals < 0 || equals > end ? end : equals;
      String value = decode(raw, Math.min(nameEnd + 1, end), end);
      if (isNamed(raw, start, nameEnd, name)) {
        if (found != null) {
          throw bad("The parameter " + name + " is there more than once.");
        }
        found = value;
      }
      start = end + 1;
    }
    return found;
  }

  private static int endOfPair(String raw, int start) {
    int end = raw.indexOf('&', start);
    return end < 0 ? raw.length() : end;
  }

  private static boolean isNamed(String raw, int start, int end, String name) {
    return decode(raw, start, end).equals(name);
  }

  private static String decode(String raw, int start, int end) {
    for (int i = start; i < end; i++) {
      char c = raw.charAt(i);
      if (c == '%' || c == '+' || c > 0x7f) {
        return decodeBytes(raw, start, end);
      }
    }
    return raw.substring(start, end);
  }

  private static String decodeBytes(String raw, int start, int end) {
    byte[] bytes = new byte[end - start];
    int length = 0;
    for (int i = start; i < end; i++) {
      char c = raw.charAt(i);
      if (c == '%') {
        bytes[length++] = (byte) (hex(raw, i + 1, end) << 4 | hex(raw, i + 2, end));
        i += 2;
      } else if (c > 0xff) {
        throw bad("The query has the character U+" + Integer.toHexString(c) + " unencoded.");
      } else {
        bytes[length++] = (byte) (c == '+' ? ' ' : c);
      }
    }
    return Utf8.decode(bytes, length, "The percent-encoded bytes must be UTF-8.");
  }

  private static int hex(String raw, int index, int end) {
    int digit =
        index < end && raw.charAt(index) < 0x80 ? Character.digit(raw.charAt(index), 16) : -1;
    if (digit < 0) {
      throw bad("A % must be followed by two hexadecimal digits.");
    }
    return digit;
  }

  private static ProblemException bad(String detail) {
    return new ProblemException(Problem.badRequest(detail));
  }
}

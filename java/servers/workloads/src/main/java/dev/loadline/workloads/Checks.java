// The rules that texts, numbers, keys and ids of clients must keep.
package dev.loadline.workloads;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Each check returns what it was given, or throws {@link Refused} for the reason INVALID. */
public final class Checks {
  private static final Pattern KEY =
      Pattern.compile("[A-Za-z0-9_.:-]{1," + Limits.KEY_CHARACTERS + "}");
  private static final Pattern OBJECT_ID = Pattern.compile("[0-9a-f]{24}");

  private Checks() {}

  /**
   * A text: there, not blank, of whole characters, not too long. It is kept as it was typed.
   *
   * @param name what the detail calls it
   * @param text null where it is missing
   */
  public static String text(String name, String text, int codePointsMax) {
    if (text == null || text.codePoints().allMatch(Checks::isBlank)) {
      throw Refused.invalid(name + " must be a text that is not blank.");
    }
    if (text.codePoints().anyMatch(Checks::isHalf)) {
      throw Refused.invalid(name + " has half of a surrogate pair.");
    }
    if (text.codePointCount(0, text.length()) > codePointsMax) {
      throw Refused.invalid(name + " may have at most " + codePointsMax + " code points.");
    }
    return text;
  }

  /** What JavaScript trims, so that both languages call the same texts blank. */
  private static boolean isBlank(int codePoint) {
    return switch (codePoint) {
      case '\t', '\n', 0x0b, '\f', '\r', 0xfeff -> true;
      default -> Character.isSpaceChar(codePoint);
    };
  }

  /** A surrogate that is a code point of its own has lost the other one. */
  private static boolean isHalf(int codePoint) {
    return Character.MIN_SURROGATE <= codePoint && codePoint <= Character.MAX_SURROGATE;
  }

  /**
   * A number in decimal digits, without a sign, and with no more digits than the largest has.
   *
   * @param name what the detail calls it
   * @param text null where it is missing
   */
  public static long number(String name, String text, long least, long most) {
    int digitsMax = Long.toString(most).length();
    if (text != null && text.matches("[0-9]{1," + digitsMax + "}")) {
      long number = Long.parseLong(text);
      if (least <= number && number <= most) {
        return number;
      }
    }
    throw Refused.invalid(name + " must be " + least + " to " + most + " in decimal digits.");
  }

  /** The id of a todo or a record: 1 to 15 decimal digits. */
  public static long rowId(String text) {
    return number("The id", text, 0, Limits.ROW_ID);
  }

  /** The id of a message, as MongoDB makes them: 24 lower-case hexadecimal digits. */
  public static String messageId(String text) {
    if (!OBJECT_ID.matcher(text).matches()) {
      throw Refused.invalid("The id must be 24 lower-case hexadecimal digits.");
    }
    return text;
  }

  /** A key of the cache or the id of a stream. */
  public static String key(String text) {
    if (text == null || !KEY.matcher(text).matches()) {
      throw Refused.invalid("A key has 1 to 128 characters of A-Z a-z 0-9 _ . : -");
    }
    return text;
  }

  /** The text that bytes stand for: Java's own constructor puts U+FFFD for what is not UTF-8. */
  public static String utf8(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException malformed) {
      throw Refused.invalid("The bytes must be UTF-8.");
    }
  }
}

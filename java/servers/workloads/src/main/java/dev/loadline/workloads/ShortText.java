// The rules that the description of a todo, the name of a record and the content of a message
// share.
package dev.loadline.workloads;

/** A text of a client: not blank, of whole characters, not too long, and kept as it was typed. */
final class ShortText {
  private ShortText() {}

  /**
   * The text as it is.
   *
   * @param what names the text in the problem
   * @param codePointsMax how many code points it may have
   * @throws ProblemException 400 when it breaks a rule
   */
  static String checked(String what, String text, int codePointsMax) {
    if (text.codePoints().allMatch(ShortText::isBlank)) {
      throw bad("The " + what + " must not be blank.");
    }
    if (text.codePoints().anyMatch(ShortText::isHalf)) {
      throw bad("The " + what + " has half of a surrogate pair.");
    }
    if (text.codePointCount(0, text.length()) > codePointsMax) {
      throw bad("The " + what + " may have at most " + codePointsMax + " code points.");
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

  private static ProblemException bad(String detail) {
    return new ProblemException(Problem.badRequest(detail));
  }
}

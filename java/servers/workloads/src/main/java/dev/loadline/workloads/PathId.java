// Checks the ids and keys that stand in paths.
package dev.loadline.workloads;

import java.util.regex.Pattern;

final class PathId {
  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9_.:-]{1," + Limits.NAME_CHARACTERS + "}");
  private static final Pattern HEXADECIMAL = Pattern.compile("[0-9a-f]{24}");

  private PathId() {}

  /**
   * The number of a row.
   *
   * @param of what has the id, as {@code a todo}
   * @throws ProblemException 400 unless it is one to 15 decimal digits
   */
  static long decimal(String of, String text) {
    boolean isNumber =
        !text.isEmpty()
            && text.length() <= Limits.ID_DIGITS
            && text.chars().allMatch(c -> c >= '0' && c <= '9');
    if (!isNumber) {
      throw bad("The id of " + of + " has 1 to " + Limits.ID_DIGITS + " decimal digits.");
    }
    return Long.parseLong(text);
  }

  /**
   * An id that MongoDB makes, as it is.
   *
   * @throws ProblemException 400 unless it is 24 lower-case hexadecimal digits
   */
  static String hexadecimal(String of, String text) {
    if (!HEXADECIMAL.matcher(text).matches()) {
      throw bad("The id of " + of + " has 24 lower-case hexadecimal digits.");
    }
    return text;
  }

  /**
   * A name that a client chose, as it is.
   *
   * @param what names it in the problem, as {@code A key of the cache}
   * @throws ProblemException 400 when it has other characters, or too many
   */
  static String name(String what, String text) {
    if (!NAME.matcher(text).matches()) {
      throw bad(what + " has 1 to 128 characters of A-Z a-z 0-9 _ . : -");
    }
    return text;
  }

  private static ProblemException bad(String detail) {
    return new ProblemException(Problem.badRequest(detail));
  }
}

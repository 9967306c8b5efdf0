// What a query asks to be streamed.
package dev.loadline.workloads;

import java.util.regex.Pattern;

/**
 * A checked request for a stream.
 *
 * @param id names the stream
 * @param items how many items
 * @param size bytes of an item, newline included
 */
public record StreamRequest(String id, int items, int size) {
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,8}");

  /**
   * Reads {@code id}, {@code items} and {@code size}.
   *
   * @throws ProblemException 400 when one is missing, repeated, malformed or out of its limits
   */
  public static StreamRequest of(String rawQuery) {
    return new StreamRequest(
        checkedId(Query.single(rawQuery, "id")),
        number(rawQuery, "items", 1, Limits.STREAM_ITEMS),
        number(rawQuery, "size", Limits.ITEM_BYTES_MIN, Limits.ITEM_BYTES_MAX));
  }

  /** The id as it is, or a {@link ProblemException} 400. */
  static String checkedId(String id) {
    return PathId.name("The id of a stream", id);
  }

  private static int number(String rawQuery, String name, int least, int most) {
    String text = Query.single(rawQuery, name);
    int value = NUMBER.matcher(text).matches() ? Integer.parseInt(text) : -1;
    if (value < least || value > most) {
      throw new ProblemException(
          Problem.badRequest(
              "%s must be %d to %d in decimal digits.".formatted(name, least, most)));
    }
    return value;
  }
}

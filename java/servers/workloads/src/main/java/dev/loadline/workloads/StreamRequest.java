// What a client asks to be streamed.
package dev.loadline.workloads;

/**
 * A checked request for a stream.
 *
 * @param id names the stream
 * @param items how many items
 * @param size bytes of an item, newline included
 * @throws Refused INVALID when one is out of its limits
 */
public record StreamRequest(String id, int items, int size) {
  public StreamRequest {
    Checks.key(id);
    expect("items", items, 1, Limits.STREAM_ITEMS);
    expect("size", size, Limits.ITEM_BYTES_MIN, Limits.ITEM_BYTES_MAX);
  }

  /** The request in the texts of a query, each null where it is missing. */
  public static StreamRequest of(String id, String items, String size) {
    return new StreamRequest(
        id,
        (int) Checks.number("items", items, 1, Limits.STREAM_ITEMS),
        (int) Checks.number("size", size, Limits.ITEM_BYTES_MIN, Limits.ITEM_BYTES_MAX));
  }

  private static void expect(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw Refused.invalid(name + " must be " + least + " to " + most + ".");
    }
  }
}

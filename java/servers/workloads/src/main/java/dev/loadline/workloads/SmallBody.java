// Reads bodies that are held in memory: values of the cache and JSON.
package dev.loadline.workloads;

import java.io.IOException;
import java.io.InputStream;

/** A body of at most {@link Limits#SMALL_BODY_BYTES}. */
public final class SmallBody {
  private SmallBody() {}

  /**
   * Refuses a body that is too long, before it is read or while it is.
   *
   * @param bytes how many are announced (-1 where nothing is), or have come
   * @throws ProblemException 413 when they are too many
   */
  public static void expect(long bytes) {
    if (bytes > Limits.SMALL_BODY_BYTES) {
      throw new ProblemException(Problem.contentTooLarge(Limits.SMALL_BODY_BYTES));
    }
  }

  /**
   * Reads the whole body, blocking.
   *
   * @param announcedBytes the {@code Content-Length}, or -1 where there is none
   * @throws ProblemException 413 when it is too long: nothing is read when that is announced
   */
  public static byte[] read(InputStream body, long announcedBytes) throws IOException {
    expect(announcedBytes);
    byte[] bytes = body.readNBytes(Limits.SMALL_BODY_BYTES + 1);
    expect(bytes.length);
    return bytes;
  }
}

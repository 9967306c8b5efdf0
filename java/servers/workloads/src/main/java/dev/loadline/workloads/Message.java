// One document of the messages.
package dev.loadline.workloads;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * A message.
 *
 * @param id 24 hexadecimal digits
 * @param content as it was typed
 * @param createdAt when it was posted, in UTC to the millisecond
 */
public record Message(String id, String content, String createdAt) {
  /** Three digits of milliseconds always, where {@link Instant#toString} leaves zeros out. */
  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  public static Message of(String id, String content, Instant createdAt) {
    return new Message(id, content, MILLIS.format(createdAt));
  }
}

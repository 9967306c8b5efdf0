// One document of the messages.
package dev.loadline.workloads;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * A message.
 *
 * @param id 24 hexadecimal digits
 * @param content as it was typed
 * @param createdAt when it was posted, to the millisecond
 */
public record Message(String id, String content, Instant createdAt) {
  /** Three digits of milliseconds always, where {@link Instant#toString} leaves zeros out. */
  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  /** Where it can be read. */
  public String path() {
    return "/messages/" + id;
  }

  /** The body of the response, a {@link Fixed#JSON} in UTF-8. */
  public byte[] json() {
    String json =
        "{\"id\":\""
            + id
            + "\",\"content\":"
            + Json.quote(content)
            + ",\"createdAt\":\""
            + MILLIS.format(createdAt)
            + "\"}";
    return json.getBytes(StandardCharsets.UTF_8);
  }
}

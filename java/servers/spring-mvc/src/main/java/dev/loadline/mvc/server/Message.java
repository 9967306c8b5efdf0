// One document of the messages.
package dev.loadline.mvc.server;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.time.Instant;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.Document;

/** The time is told with three digits of milliseconds always; Jackson leaves zeros out. */
@Document("messages")
public record Message(
    @Id String id,
    String content,
    @JsonFormat(pattern = "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", timezone = "UTC") Instant createdAt) {

  /** What an id looks like. */
  public static final String ID = "[0-9a-f]{24}";
}

// A message, as MongoDB holds it and clients see it.
package dev.loadline.webflux;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.time.Instant;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.Document;

/** The format has milliseconds also where they are 0. */
@Document("messages")
record Message(
    @Id String id,
    String content,
    @JsonFormat(pattern = "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", timezone = "UTC") Instant createdAt) {}

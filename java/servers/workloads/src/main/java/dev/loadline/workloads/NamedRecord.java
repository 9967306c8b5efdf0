// One row of the records.
package dev.loadline.workloads;

import java.nio.charset.StandardCharsets;

/**
 * A record.
 *
 * @param id its number, from 1
 * @param name as it was typed
 */
public record NamedRecord(long id, String name) {
  /** Where it can be read. */
  public String path() {
    return "/records/" + id;
  }

  /** The body of the response, a {@link Fixed#JSON} in UTF-8. */
  public byte[] json() {
    String json = "{\"id\":" + id + ",\"name\":" + Json.quote(name) + "}";
    return json.getBytes(StandardCharsets.UTF_8);
  }
}

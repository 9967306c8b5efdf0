// One HTTP response, as it came.
package dev.loadline.contracts;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * @param headers by lower-case name; repeated ones joined by commas
 */
record Answer(int status, Map<String, String> headers, byte[] body) implements Capture.Source {
  @Override
  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  @Override
  public Optional<JsonNode> json() {
    return Json.parsed(body);
  }

  @Override
  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name));
  }
}

// One HTTP request as a contract writes it.
package dev.loadline.contracts;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * @param path as it goes on the wire
 * @param headers those of the contract, and those that the body brings
 */
record Request(String method, String path, Map<String, String> headers, Optional<Content> body) {
  static Request of(JsonNode node) {
    Optional<Content> body = node.optional("body").map(Content::new);
    Map<String, String> headers = new LinkedHashMap<>();
    body.filter(Content::isJson).ifPresent(b -> headers.put("Content-Type", "application/json"));
    body.ifPresent(
        content -> {
          if (node.path("transfer").asString("length").equals("chunked")) {
            headers.put("Transfer-Encoding", "chunked");
          } else {
            headers.put("Content-Length", Long.toString(content.length()));
          }
        });
    node.path("headers")
        .properties()
        .forEach(
            header -> {
              headers.keySet().removeIf(header.getKey()::equalsIgnoreCase);
              headers.put(header.getKey(), header.getValue().asString());
            });
    return new Request(
        node.path("method").asString("GET"), node.get("path").asString(), headers, body);
  }

  boolean isChunked() {
    return headers.containsKey("Transfer-Encoding");
  }

  String name() {
    return method + " " + path;
  }
}

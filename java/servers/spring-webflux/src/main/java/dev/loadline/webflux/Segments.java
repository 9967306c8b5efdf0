// Reads the last segment of a path as it came.
package dev.loadline.webflux;

import org.springframework.http.server.reactive.ServerHttpRequest;

final class Segments {
  private Segments() {}

  /**
   * A path variable, or the whole path, which is no valid id, where the variable is not the whole
   * segment: WebFlux cuts off what follows a semicolon.
   */
  static String whole(ServerHttpRequest request, String variable) {
    String path = request.getPath().value();
    return path.indexOf(';') < 0 ? variable : path;
  }
}

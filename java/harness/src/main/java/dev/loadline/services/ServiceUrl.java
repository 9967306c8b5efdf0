// The URL of a backing service, taken apart.
package dev.loadline.services;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * @param user decoded; empty when there is none
 * @param password decoded; empty when there is none
 * @param path without the slash before it: the database
 */
record ServiceUrl(
    String host, int port, Optional<String> user, Optional<String> password, String path) {

  static ServiceUrl of(String url) {
    URI uri = URI.create(url);
    String[] login =
        uri.getRawUserInfo() == null ? new String[0] : uri.getRawUserInfo().split(":", 2);
    return new ServiceUrl(uri.getHost(), uri.getPort(), part(login, 0), part(login, 1), path(uri));
  }

  private static Optional<String> part(String[] login, int index) {
    return login.length > index ? Optional.of(decoded(login[index])) : Optional.empty();
  }

  private static String path(URI uri) {
    String path = uri.getRawPath();
    return path == null || path.isEmpty() ? "" : decoded(path.substring(1));
  }

  /** A plus sign is a plus sign here: this is no form. */
  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}

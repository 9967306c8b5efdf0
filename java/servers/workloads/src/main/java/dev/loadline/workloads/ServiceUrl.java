// Takes the address of a service apart.
package dev.loadline.workloads;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code scheme://user:password@host:port/database}, of which only scheme and host must be there.
 *
 * <p>Its parts can be put together again for a driver: host and database hold no character that
 * would end them or bring an option in.
 *
 * @param host a name or an address, an IPv6 one in brackets
 * @param port where it listens
 * @param user decoded, or null
 * @param password decoded, or null
 * @param database empty where there is none
 */
public record ServiceUrl(String host, int port, String user, String password, String database) {
  private static final Pattern SHAPE =
      Pattern.compile(
          "(?<scheme>[a-z]+)://"
              + "(?:(?<user>[^:@/]*)(?::(?<password>[^@/]*))?@)?"
              + "(?<host>[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+])"
              + "(?::(?<port>[0-9]{1,5}))?"
              + "(?:/(?<database>[A-Za-z0-9_$-]*))?");

  /**
   * The parts of an address.
   *
   * @param scheme what it must begin with, as {@code redis}
   * @param defaultPort the port where the address has none
   * @throws IllegalArgumentException when it has another form; the message does not hold the
   *     address, which may have a password in it
   */
  public static ServiceUrl of(String url, String scheme, int defaultPort) {
    Matcher matcher = SHAPE.matcher(url);
    if (!matcher.matches() || !matcher.group("scheme").equals(scheme)) {
      throw new IllegalArgumentException(
          "required " + scheme + "://user:password@host:port/database, without options");
    }
    String port = matcher.group("port");
    String database = matcher.group("database");
    return new ServiceUrl(
        matcher.group("host"),
        port == null ? defaultPort : Integer.parseInt(port),
        decoded(matcher.group("user")),
        decoded(matcher.group("password")),
        database == null ? "" : database);
  }

  private static String decoded(String text) {
    if (text == null || text.isEmpty()) {
      return null;
    }
    // Only in forms a plus is a blank.
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}

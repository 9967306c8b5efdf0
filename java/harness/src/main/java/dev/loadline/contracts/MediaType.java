// A content type in a form in which two that mean the same are equal.
package dev.loadline.contracts;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * @param name in lower case
 * @param parameters in lower case and in order, without quotation marks and blanks
 */
public record MediaType(String name, List<String> parameters) {
  private static final String JSON = "application/json";

  /** Has no meaning for JSON (RFC 8259, section 11). */
  private static final String UTF_8 = "charset=utf-8";

  public static MediaType of(String header) {
    String[] parts = header.toLowerCase(Locale.ROOT).replaceAll("[\"\\s]", "").split(";");
    List<String> parameters =
        Arrays.stream(parts)
            .skip(1)
            .filter(parameter -> !parts[0].equals(JSON) || !parameter.equals(UTF_8))
            .sorted()
            .toList();
    return new MediaType(parts[0], parameters);
  }
}

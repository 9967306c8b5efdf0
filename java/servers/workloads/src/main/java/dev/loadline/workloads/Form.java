// Reads the form that a request to the todos brings.
package dev.loadline.workloads;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A form body ({@code application/x-www-form-urlencoded}), checked but not yet decoded. */
public record Form(String raw) {
  private static final String MEDIA_TYPE = "application/x-www-form-urlencoded";

  /**
   * The form of a request.
   *
   * @param contentType the header's value, or null
   * @param body the bytes; a reader may stop after {@link Limits#FORM_BYTES} + 1
   * @throws ProblemException 413 when the body is over {@link Limits#FORM_BYTES}, 415 when it is no
   *     form (a body without bytes needs no content type)
   */
  public static Form of(String contentType, byte[] body) {
    if (!isForm(contentType) && (contentType != null || body.length > 0)) {
      throw new ProblemException(Problem.unsupportedMediaType(MEDIA_TYPE));
    }
    if (body.length > Limits.FORM_BYTES) {
      throw new ProblemException(Problem.contentTooLarge(Limits.FORM_BYTES));
    }
    return new Form(new String(body, StandardCharsets.ISO_8859_1));
  }

  private static boolean isForm(String contentType) {
    if (contentType == null) {
      return false;
    }
    int parameters = contentType.indexOf(';');
    String type = parameters < 0 ? contentType : contentType.substring(0, parameters);
    return type.strip().toLowerCase(Locale.ROOT).equals(MEDIA_TYPE);
  }

  /** The value of a field, or null; 400 when it is repeated or malformed. */
  String field(String name) {
    return Query.optional(raw, name);
  }
}

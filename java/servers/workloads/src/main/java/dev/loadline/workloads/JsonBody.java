// Reads the JSON that a POST of a record or a message brings.
package dev.loadline.workloads;

import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads an object with one text in it, strictly: nothing is converted to a text, nothing may follow
 * the object, and bytes that are not UTF-8 are no JSON. Other keys are passed over; of a key that
 * stands there twice the last one counts, as in JavaScript.
 */
public final class JsonBody {
  private static final String MEDIA_TYPE = "application/json";

  /** The body is bounded, so nothing within it need be: JavaScript bounds nothing either. */
  private static final StreamReadConstraints AS_LONG_AS_THE_BODY =
      StreamReadConstraints.builder()
          .maxNestingDepth(Limits.SMALL_BODY_BYTES)
          .maxNameLength(Limits.SMALL_BODY_BYTES)
          .maxNumberLength(Limits.SMALL_BODY_BYTES)
          .build();

  private static final JsonFactory JSON =
      JsonFactory.builder().streamReadConstraints(AS_LONG_AS_THE_BODY).build();

  private JsonBody() {}

  /**
   * Refuses a body that does not say that it is JSON; its parameters and their case do not matter.
   *
   * @param contentType the header's value, or null
   * @throws ProblemException 415
   */
  public static void expect(String contentType) {
    if (contentType == null || !mediaType(contentType).equals(MEDIA_TYPE)) {
      throw new ProblemException(Problem.unsupportedMediaType(MEDIA_TYPE));
    }
  }

  private static String mediaType(String contentType) {
    int parameters = contentType.indexOf(';');
    String type = parameters < 0 ? contentType : contentType.substring(0, parameters);
    return type.strip().toLowerCase(Locale.ROOT);
  }

  /**
   * The text under a key.
   *
   * @throws ProblemException 400 when the body is not JSON, not an object, has no text under the
   *     key, or one that is blank, has over {@link Limits#TEXT_CODE_POINTS} or half a character
   */
  static String text(byte[] body, String key) {
    String json = Utf8.decode(body, body.length, "The body must be UTF-8.");
    String text = read(json, key);
    if (text == null) {
      throw bad("The body must have a text under " + key + ".");
    }
    return ShortText.checked(key, text, Limits.TEXT_CODE_POINTS);
  }

  private static String read(String json, String key) {
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw bad("The body must be a JSON object.");
      }
      String text = textOfObject(parser, key);
      if (parser.nextToken() != null) {
        throw bad("Nothing may follow the JSON object.");
      }
      return text;
    } catch (JacksonException malformed) {
      throw bad("The body must be JSON.");
    }
  }

  private static String textOfObject(JsonParser parser, String key) {
    String text = null;
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      boolean isWanted = parser.currentName().equals(key);
      JsonToken value = parser.nextToken();
      if (isWanted) {
        text = value == JsonToken.VALUE_STRING ? parser.getString() : null;
      }
      parser.skipChildren();
    }
    return text;
  }

  private static ProblemException bad(String detail) {
    return new ProblemException(Problem.badRequest(detail));
  }
}

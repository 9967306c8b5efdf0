// Reads the one text that a JSON body brings, and refuses everything else.
package dev.loadline.broken.honest;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Strict in everything; a fault overrides what it breaks. */
public class TextBody {
  private static final String TYPE = "application/json";
  private static final int BODY_BYTES = 64 << 10;
  private static final int TEXT_CODE_POINTS = 255;
  private static final JsonMapper STRICT =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  /** The text of the body's key. */
  protected String read(Request request, String key) throws IOException {
    String type = request.header("content-type").split(";", 2)[0].strip();
    if (!type.toLowerCase(Locale.ROOT).equals(TYPE)) {
      throw Refusal.unsupported(TYPE);
    }
    JsonNode body = parsed(decoded(request.bytes(BODY_BYTES)));
    JsonNode text = body.path(key);
    if (!body.isObject() || !text.isString()) {
      throw Refusal.badRequest("The body must be a JSON object with a text as " + key + ".");
    }
    check(text.asString(), key);
    return text.asString();
  }

  protected String decoded(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException notUtf8) {
      throw Refusal.badRequest("The body must be UTF-8.");
    }
  }

  private JsonNode parsed(String json) {
    try {
      return mapper().readTree(json);
    } catch (JacksonException notJson) {
      throw Refusal.badRequest("The body must be JSON.");
    }
  }

  protected JsonMapper mapper() {
    return STRICT;
  }

  /** Could it be written as UTF-8? Half of a surrogate pair can not. */
  protected boolean isWellFormed(String text) {
    return StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }

  private void check(String text, String key) {
    boolean fits = text.codePointCount(0, text.length()) <= TEXT_CODE_POINTS;
    if (text.isBlank() || !fits || !isWellFormed(text)) {
      throw Refusal.badRequest("The " + key + " must have 1 to 255 characters.");
    }
  }
}

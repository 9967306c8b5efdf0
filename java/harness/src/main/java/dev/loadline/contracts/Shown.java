// How values look in a message.
package dev.loadline.contracts;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import tools.jackson.databind.json.JsonMapper;

final class Shown {
  private static final int CHARACTERS = 240;
  private static final int HEX_BYTES = 64;

  private Shown() {}

  /** A long value loses its middle. */
  static String shortened(String value) {
    if (value.length() <= CHARACTERS) {
      return value;
    }
    int kept = CHARACTERS / 2;
    int left = value.length() - 2 * kept;
    String end = value.substring(value.length() - kept);
    return value.substring(0, kept) + "… " + left + " more characters …" + end;
  }

  static String quoted(String text) {
    return JsonMapper.shared().writeValueAsString(text);
  }

  /** As text where it is UTF-8. */
  static String quoted(byte[] bytes) {
    try {
      return quoted(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException binary) {
      int shown = Math.min(bytes.length, HEX_BYTES);
      String hex = HexFormat.of().formatHex(bytes, 0, shown);
      return bytes.length + " bytes " + hex + (shown < bytes.length ? "…" : "");
    }
  }
}

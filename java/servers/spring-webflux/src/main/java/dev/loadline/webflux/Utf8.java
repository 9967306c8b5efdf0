// Tells whether bytes are UTF-8, which Netty does not look at.
package dev.loadline.webflux;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import org.springframework.core.io.buffer.DataBuffer;

final class Utf8 {
  private static final int CHARACTERS = 1024;

  private Utf8() {}

  /** Whether all readable bytes together are UTF-8; the buffer is left as it was. */
  static boolean isIn(DataBuffer text) {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    CharBuffer characters = CharBuffer.allocate(CHARACTERS);
    ByteBuffer bytes = ByteBuffer.allocate(text.readableByteCount());
    text.toByteBuffer(bytes);
    CoderResult result;
    do {
      characters.clear();
      result = decoder.decode(bytes, characters, true);
    } while (result.isOverflow());
    return !result.isError();
  }
}

// Decodes UTF-8 strictly: Java's own constructors of strings put U+FFFD for what is malformed.
package dev.loadline.workloads;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

final class Utf8 {
  private Utf8() {}

  /**
   * The text that the first bytes stand for.
   *
   * @param detail what to answer when they do not
   * @throws ProblemException 400 when they are not UTF-8
   */
  static String decode(byte[] bytes, int length, String detail) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes, 0, length))
          .toString();
    } catch (CharacterCodingException malformed) {
      throw new ProblemException(Problem.badRequest(detail));
    }
  }
}

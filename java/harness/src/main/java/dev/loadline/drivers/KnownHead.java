// The head that the answers to one exchange had last: bytes that equal it are not taken apart
// again.
package dev.loadline.drivers;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;

/**
 * Each exchange of a connection has its own: the answers to two exchanges differ in their lengths,
 * and one memory for both would know neither.
 */
final class KnownHead {
  private KnownBytes bytes = new KnownBytes(new byte[0]);
  private AnswerHead head;

  /** Whether the bytes begin with this head, every byte of it, the date too. */
  boolean begins(ByteBuf others) {
    int length = bytes.length();
    return length > 0
        && others.readableBytes() >= length
        && bytes.equal(0, others, others.readerIndex(), length);
  }

  /** How many bytes it has, with the empty line that ends it. */
  int length() {
    return bytes.length();
  }

  /** Always the same object, so that what was found of it need not be found again. */
  AnswerHead head() {
    return head;
  }

  /**
   * @param from is copied
   */
  void learn(ByteBuf from, AnswerHead head) {
    bytes = new KnownBytes(ByteBufUtil.getBytes(from));
    this.head = head;
  }
}

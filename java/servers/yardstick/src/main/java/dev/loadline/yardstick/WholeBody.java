// A body that is small enough to hold, handed on when it is whole.
package dev.loadline.yardstick;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;

final class WholeBody implements Exchange.Body {
  /** What the body is handed to. */
  interface Reader {
    void read(byte[] body) throws Problem;
  }

  private final ByteBuf bytes = Unpooled.buffer();
  private final Reader reader;

  WholeBody(Reader reader) {
    this.reader = reader;
  }

  @Override
  public void part(ByteBuf part) {
    bytes.writeBytes(part);
  }

  @Override
  public void end() throws Problem {
    reader.read(ByteBufUtil.getBytes(bytes));
  }

  @Override
  public void abandon() {
    // Nothing is held but memory of the heap.
  }
}

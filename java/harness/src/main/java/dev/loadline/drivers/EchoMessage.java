// A message of an echo load.
package dev.loadline.drivers;

import dev.loadline.contracts.Content;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import tools.jackson.databind.JsonNode;

/**
 * @param bytes on the heap, so that nobody needs to release them
 */
record EchoMessage(boolean isBinary, ByteBuf bytes) {

  /** In a contract, text is text, and all that is told as bytes is binary. */
  static EchoMessage of(JsonNode content) {
    boolean isBinary = content.has("base64") || content.has("fill");
    return new EchoMessage(isBinary, Unpooled.wrappedBuffer(new Content(content).bytes()));
  }

  /** Masking copies the bytes: they stay as they are. */
  WebSocketFrame frame() {
    ByteBuf sent = bytes.retainedDuplicate();
    return isBinary ? new BinaryWebSocketFrame(sent) : new TextWebSocketFrame(sent);
  }

  boolean is(EchoMessage other) {
    return isBinary == other.isBinary && ByteBufUtil.equals(bytes, other.bytes);
  }

  String shown() {
    String kind = isBinary ? "binary" : "text";
    byte[] start =
        ByteBufUtil.getBytes(
            bytes, bytes.readerIndex(), Math.min(bytes.readableBytes(), Told.SHOWN_BYTES + 1));
    return kind + " of " + bytes.readableBytes() + " bytes " + Told.shown(start);
  }
}

// A message of an echo load.
package dev.loadline.drivers;

import dev.loadline.contracts.Content;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameEncoder;
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

  /**
   * The message as it goes on the wire, masked once and for all. A fresh mask for each protects
   * proxies from what browsers may be made to send (RFC 6455, section 10.3); here there are
   * neither, and masking would cost the driver as much as unmasking costs the server.
   *
   * @return direct memory; whoever asks for it releases it
   */
  ByteBuf masked() {
    ByteBuf content = bytes.retainedDuplicate();
    EmbeddedChannel encoder = new EmbeddedChannel(new WebSocket13FrameEncoder(true));
    encoder.writeOutbound(
        isBinary ? new BinaryWebSocketFrame(content) : new TextWebSocketFrame(content));
    ByteBuf frame = Unpooled.directBuffer();
    for (ByteBuf part = encoder.readOutbound(); part != null; part = encoder.readOutbound()) {
      frame.writeBytes(part);
      part.release();
    }
    encoder.finishAndReleaseAll();
    return frame;
  }

  boolean is(EchoMessage other) {
    // As the JDK compares: Netty does it byte by byte on the heap.
    return isBinary == other.isBinary && bytes.nioBuffer().equals(other.bytes.nioBuffer());
  }

  String shown() {
    String kind = isBinary ? "binary" : "text";
    byte[] start =
        ByteBufUtil.getBytes(
            bytes, bytes.readerIndex(), Math.min(bytes.readableBytes(), Told.SHOWN_BYTES + 1));
    return kind + " of " + bytes.readableBytes() + " bytes " + Told.shown(start);
  }
}

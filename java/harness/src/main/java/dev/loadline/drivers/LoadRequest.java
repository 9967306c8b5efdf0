// One request of a load as it goes on the wire: written once where it is always the same.
package dev.loadline.drivers;

import dev.loadline.contracts.Content;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

final class LoadRequest {
  private static final int BLOCK_BYTES = 64 * 1024;
  private static final String LINE_END = "\r\n";

  private final boolean isHead;

  /** Without the empty line that ends it; {@link #text} brings its length itself. */
  private final Template head;

  /** A body with words. */
  private final Optional<Template> text;

  /** Any other body that is short. */
  private final byte[] bytes;

  /** What a long body is made of: always the same bytes, so that one block is enough for all. */
  private final ByteBuf block;

  private final long streamedBytes;

  /** All but what is streamed, where it has no words. */
  private final ByteBuf always;

  /**
   * @param request as in a contract's load
   * @param host that of the server, with its port
   * @throws UnfitSpecification for a request that cannot be sent under load
   */
  LoadRequest(JsonNode request, String host) {
    String method = request.path("method").asString("GET");
    if (request.path("transfer").asString("").equals("chunked")) {
      throw new UnfitSpecification(
          "the driver cannot send " + nameOf(request) + " chunked; under load use a length");
    }
    Optional<Content> body = request.optional("body").map(Content::new);
    isHead = method.equals("HEAD");
    text = body.map(LoadRequest::templateOf).filter(Template::hasWords);
    boolean isStreamed = body.filter(LoadRequest::isStreamed).isPresent();
    streamedBytes = isStreamed ? body.get().length() : 0;
    block = isStreamed ? direct(body.get().chunks().iterator().next()) : direct();
    bytes =
        isStreamed || text.isPresent() ? new byte[0] : body.map(Content::bytes).orElse(new byte[0]);
    head = Template.of(headOf(request, host, body, text.isPresent()));
    always =
        head.hasWords() || text.isPresent()
            ? direct()
            : direct(utf8(head.filled(Map.of()) + LINE_END), bytes);
  }

  /** Such as {@code GET /hello}. */
  static String nameOf(JsonNode request) {
    return request.path("method").asString("GET") + " " + request.get("path").asString();
  }

  private static boolean isStreamed(Content body) {
    return body.node().has("fill") && body.length() > BLOCK_BYTES;
  }

  /** Bytes have no words. */
  private static Template templateOf(Content body) {
    return body.isJson()
        ? Template.ofJson(body.node().get("json"))
        : Template.of(body.node().path("text").asString(""));
  }

  private static String headOf(
      JsonNode request, String host, Optional<Content> body, boolean hasWords) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Host", host);
    headers.put("Connection", "keep-alive");
    body.filter(Content::isJson).ifPresent(b -> headers.put("Content-Type", "application/json"));
    if (!hasWords) {
      body.ifPresent(content -> headers.put("Content-Length", Long.toString(content.length())));
    }
    request
        .path("headers")
        .properties()
        .forEach(
            header -> {
              headers.keySet().removeIf(header.getKey()::equalsIgnoreCase);
              headers.put(header.getKey(), header.getValue().asString());
            });
    StringBuilder lines = new StringBuilder();
    lines.append(nameOf(request)).append(" HTTP/1.1").append(LINE_END);
    headers.forEach((name, value) -> lines.append(name + ": " + value + LINE_END));
    return lines.toString();
  }

  private static ByteBuf direct(byte[]... parts) {
    ByteBuf buffer = Unpooled.directBuffer();
    for (byte[] part : parts) {
      buffer.writeBytes(part);
    }
    return buffer;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Whether its answer has no body. */
  boolean isHead() {
    return isHead;
  }

  /** All but the bytes that are streamed; whoever writes it releases it. */
  ByteBuf start(Map<String, JsonNode> words, ByteBufAllocator allocator) {
    if (always.isReadable()) {
      return always.retainedDuplicate();
    }
    String line = head.filled(words);
    if (text.isEmpty()) {
      return ByteBufUtil.writeUtf8(allocator, line + LINE_END).writeBytes(bytes);
    }
    String body = text.get().filled(words);
    String length = "Content-Length: " + ByteBufUtil.utf8Bytes(body) + LINE_END;
    return ByteBufUtil.writeUtf8(allocator, line + length + LINE_END + body);
  }

  /** How many bytes of blocks follow the start. */
  long streamedBytes() {
    return streamedBytes;
  }

  /**
   * The next of these bytes; whoever writes them releases them.
   *
   * @param leftBytes how many are still to come
   */
  ByteBuf nextBlock(long leftBytes) {
    return block.retainedSlice(0, (int) Math.min(leftBytes, block.readableBytes()));
  }

  /** What is still being written is kept until it is. */
  void release() {
    always.release();
    block.release();
  }
}

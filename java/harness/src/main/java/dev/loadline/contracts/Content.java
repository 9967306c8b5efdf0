// Turns what a contract writes about bytes into bytes.
package dev.loadline.contracts;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Iterator;
import java.util.stream.LongStream;
import tools.jackson.databind.JsonNode;

/**
 * One of {@code text}, {@code json}, {@code base64} and {@code fill}.
 *
 * @param node as it stands in the contract, words replaced
 */
public record Content(JsonNode node) {
  private static final int CHUNK_BYTES = 65_536;

  public boolean isJson() {
    return node.has("json");
  }

  public long length() {
    return node.has("fill") ? node.at("/fill/bytes").asLong() : bytes().length;
  }

  /** All of it, for what must be in memory anyway: a message, a small body. */
  public byte[] bytes() {
    if (node.has("text")) {
      return node.get("text").asString().getBytes(StandardCharsets.UTF_8);
    }
    if (node.has("base64")) {
      return Base64.getDecoder().decode(node.get("base64").asString());
    }
    if (node.has("fill")) {
      return filled(node.at("/fill/bytes").asInt());
    }
    return isJson() ? node.get("json").toString().getBytes(StandardCharsets.UTF_8) : new byte[0];
  }

  /** The bytes as they are wanted, never all at once. */
  public Iterable<byte[]> chunks() {
    return node.has("fill") ? this::fillChunks : java.util.List.of(bytes());
  }

  private Iterator<byte[]> fillChunks() {
    long length = length();
    byte[] whole = filled((int) Math.min(CHUNK_BYTES, length));
    return LongStream.iterate(0, at -> at < length, at -> at + whole.length)
        .mapToObj(
            at -> length - at < whole.length ? Arrays.copyOf(whole, (int) (length - at)) : whole)
        .iterator();
  }

  private byte[] filled(int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) node.at("/fill/byte").asInt(0));
    return bytes;
  }
}

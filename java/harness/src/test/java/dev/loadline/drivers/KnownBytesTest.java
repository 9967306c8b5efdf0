// Bytes held to others: on the heap, outside it, and put together of parts.
package dev.loadline.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KnownBytesTest {
  private static final String TEXT = "twenty-three bytes long";

  private final KnownBytes known = new KnownBytes(ascii(TEXT));

  static Stream<Function<byte[], ByteBuf>> buffers() {
    return Stream.of(
        Unpooled::wrappedBuffer,
        bytes -> Unpooled.directBuffer().writeBytes(bytes),
        bytes ->
            Unpooled.wrappedBuffer(
                Unpooled.copiedBuffer(bytes, 0, 5),
                Unpooled.copiedBuffer(bytes, 5, bytes.length - 5)));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @ParameterizedTest
  @MethodSource("buffers")
  void equalsTheSameBytesAndNoOthers(Function<byte[], ByteBuf> buffer) {
    assertThat(known.equal(0, buffer.apply(ascii(TEXT)), 0, TEXT.length())).isTrue();
    for (int at = 0; at < TEXT.length(); at++) {
      byte[] changed = ascii(TEXT);
      changed[at] ^= 1;
      assertThat(known.equal(0, buffer.apply(changed), 0, TEXT.length())).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("buffers")
  void equalsAPartWhereverItStands(Function<byte[], ByteBuf> buffer) {
    ByteBuf others = buffer.apply(ascii("xx" + TEXT.substring(3) + "yy"));
    assertThat(known.equal(3, others, 2, TEXT.length() - 3)).isTrue();
    assertThat(known.equal(2, others, 2, TEXT.length() - 3)).isFalse();
    assertThat(known.equal(3, others, 2, TEXT.length() - 2)).isFalse();
    assertThat(known.equal(0, buffer.apply(ascii(TEXT)), 0, TEXT.length())).isTrue();
  }
}

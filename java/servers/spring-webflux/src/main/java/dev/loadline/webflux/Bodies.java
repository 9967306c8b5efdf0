// Gathers bodies that are small enough to hold.
package dev.loadline.webflux;

import dev.loadline.workloads.Limits;
import dev.loadline.workloads.Problem;
import dev.loadline.workloads.ProblemException;
import dev.loadline.workloads.SmallBody;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.server.reactive.ServerHttpRequest;
import reactor.core.publisher.Mono;

final class Bodies {
  private static final byte[] NOTHING = {};

  private Bodies() {}

  /**
   * A value of the cache, or JSON.
   *
   * @throws ProblemException 413 when it is announced to be too long
   */
  static Mono<byte[]> small(ServerHttpRequest request) {
    SmallBody.expect(request.getHeaders().getContentLength());
    return whole(request, Limits.SMALL_BODY_BYTES);
  }

  /** A body of at most so many bytes, or a {@link ProblemException} 413. */
  static Mono<byte[]> whole(ServerHttpRequest request, int bytesMax) {
    return DataBufferUtils.join(request.getBody(), bytesMax)
        .map(Bodies::bytes)
        .defaultIfEmpty(NOTHING)
        .onErrorMap(
            DataBufferLimitException.class,
            tooLarge -> new ProblemException(Problem.contentTooLarge(bytesMax)));
  }

  private static byte[] bytes(DataBuffer buffer) {
    byte[] bytes = new byte[buffer.readableByteCount()];
    buffer.read(bytes);
    DataBufferUtils.release(buffer);
    return bytes;
  }
}

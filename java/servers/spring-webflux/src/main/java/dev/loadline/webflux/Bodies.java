// Gathers bodies that are small enough to hold.
package dev.loadline.webflux;

import dev.loadline.workloads.Limits;
import dev.loadline.workloads.Problem;
import dev.loadline.workloads.ProblemException;
import java.io.ByteArrayOutputStream;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import reactor.core.publisher.Mono;

/**
 * Of a body that is too long, so much more is read and passed over: Reactor Netty closes a
 * connection whose request was not read, and the reset of those bytes can take away the answer
 * (Tomcat calls it maxSwallowSize). Whoever has more to send, or waits to be told, is refused at
 * once.
 */
final class Bodies {
  private static final int SWALLOWED_BYTES_MAX = 1 << 20;

  private Bodies() {}

  /** A value of the cache, or JSON. */
  static Mono<byte[]> small(ServerHttpRequest request) {
    return whole(request, Limits.SMALL_BODY_BYTES);
  }

  /** A body of at most so many bytes, or a {@link ProblemException} 413. */
  static Mono<byte[]> whole(ServerHttpRequest request, int bytesMax) {
    return Mono.defer(
        () -> {
          Gathered gathered = new Gathered(bytesMax);
          gathered.expect(request.getHeaders());
          return request
              .getBody()
              .doOnDiscard(DataBuffer.class, DataBufferUtils::release)
              .map(gathered::take)
              .then(Mono.fromSupplier(gathered::whole));
        });
  }

  private static final class Gathered {
    private final int bytesMax;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private long taken;

    Gathered(int bytesMax) {
      this.bytesMax = bytesMax;
    }

    void expect(HttpHeaders headers) {
      long announced = headers.getContentLength();
      boolean waits = headers.getFirst(HttpHeaders.EXPECT) != null;
      refuseOver(waits ? bytesMax : bytesMax + SWALLOWED_BYTES_MAX, announced);
    }

    /** Something else than the part, or {@code then} would release it once more. */
    Gathered take(DataBuffer part) {
      try {
        int count = part.readableByteCount();
        taken += count;
        refuseOver(bytesMax + SWALLOWED_BYTES_MAX, taken);
        if (taken <= bytesMax) {
          byte[] some = new byte[count];
          part.read(some);
          bytes.writeBytes(some);
        }
        return this;
      } finally {
        DataBufferUtils.release(part);
      }
    }

    byte[] whole() {
      refuseOver(bytesMax, taken);
      return bytes.toByteArray();
    }

    private void refuseOver(int limit, long count) {
      if (count > limit) {
        throw new ProblemException(Problem.contentTooLarge(bytesMax));
      }
    }
  }
}

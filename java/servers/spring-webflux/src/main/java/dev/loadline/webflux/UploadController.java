// The workload upload.
package dev.loadline.webflux;

import dev.loadline.workloads.Receipt;
import dev.loadline.workloads.Upload;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

@RestController
class UploadController {
  /** Parts on their way to the disk: enough to keep it busy, little enough to hold. */
  private static final int PARTS = 32;

  /**
   * Takes the request, since as {@code @RequestBody} Spring would not take a form. It is not
   * cancelled when the client leaves, but ends with the body's error: Reactor loses the parts, and
   * Netty their memory, of a {@code publishOn} that is cancelled before its turn.
   */
  @PutMapping("/upload")
  Mono<Receipt> upload(ServerHttpRequest request) {
    long announcedBytes = request.getHeaders().getContentLength();
    Mono<Receipt> receipt =
        Mono.using(() -> Upload.open(announcedBytes), upload -> receive(request.getBody(), upload))
            .subscribeOn(Schedulers.boundedElastic());
    return Mono.fromFuture(receipt::toFuture, true);
  }

  private static Mono<Receipt> receive(Flux<DataBuffer> body, Upload upload) {
    return body.publishOn(Schedulers.boundedElastic(), PARTS)
        .doOnDiscard(DataBuffer.class, DataBufferUtils::release)
        .map(part -> write(part, upload))
        .then(Mono.fromCallable(upload::finish));
  }

  private static Upload write(DataBuffer part, Upload upload) {
    try (InputStream bytes = part.asInputStream(true)) {
      bytes.transferTo(upload);
      return upload;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}

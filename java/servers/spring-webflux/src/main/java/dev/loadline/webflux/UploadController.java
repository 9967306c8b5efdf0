// The workload upload.
package dev.loadline.webflux;

import dev.loadline.workloads.Fixed;
import dev.loadline.workloads.Receipt;
import dev.loadline.workloads.Upload;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

@RestController
class UploadController {
  /** Parts on their way to the disk: enough to keep it busy, little enough to hold. */
  private static final int PARTS = 32;

  private final Offloading offloading;

  UploadController(Offloading offloading) {
    this.offloading = offloading;
  }

  @PutMapping(path = "/upload", produces = Fixed.JSON)
  Mono<String> upload(ServerHttpRequest request) {
    long announcedBytes = request.getHeaders().getContentLength();
    return Mono.using(
            () -> Upload.begin(announcedBytes), upload -> receive(request.getBody(), upload))
        .map(Receipt::json)
        .subscribeOn(offloading.waiting());
  }

  /** Maps the parts to something else, or {@code then} would release them once more. */
  private Mono<Receipt> receive(Flux<DataBuffer> body, Upload upload) {
    return body.publishOn(offloading.waiting(), PARTS)
        .doOnDiscard(DataBuffer.class, DataBufferUtils::release)
        .map(part -> write(part, upload))
        .then(Mono.fromSupplier(upload::finish));
  }

  private static Upload write(DataBuffer part, Upload upload) {
    try (DataBuffer.ByteBufferIterator buffers = part.readableByteBuffers()) {
      buffers.forEachRemaining(upload::write);
      return upload;
    } finally {
      DataBufferUtils.release(part);
    }
  }
}

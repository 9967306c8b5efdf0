// The workload stream: items made when Netty asks for them.
package dev.loadline.webflux;

import dev.loadline.workloads.ItemStream;
import dev.loadline.workloads.ItemStreams;
import dev.loadline.workloads.Signals;
import dev.loadline.workloads.StreamRequest;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SynchronousSink;

@RestController
class StreamController {
  private static final int SLICE_BYTES = 16 << 10;

  private final ItemStreams streams;

  StreamController(ItemStreams streams) {
    this.streams = streams;
  }

  /** Flushed slice by slice, because Netty then asks for 32 ahead instead of 128. */
  @GetMapping("/stream")
  Mono<Void> stream(
      @RequestParam String id,
      @RequestParam String items,
      @RequestParam String size,
      ServerHttpResponse response) {
    StreamRequest wanted = StreamRequest.of(id, items, size);
    response.getHeaders().setContentType(MediaType.APPLICATION_NDJSON);
    return response.writeAndFlushWith(
        batches(wanted)
            .concatMapIterable(StreamController::slices, 1)
            .map(slice -> Mono.just(response.bufferFactory().wrap(slice))));
  }

  private Flux<ByteBuffer> batches(StreamRequest wanted) {
    return Flux.using(
        () -> streams.open(wanted),
        stream ->
            Flux.<ByteBuffer>generate(sink -> next(stream, sink)).doOnComplete(stream::completed),
        ItemStream::cancelled);
  }

  private static void next(ItemStream stream, SynchronousSink<ByteBuffer> sink) {
    stream.resumed();
    byte[] batch = stream.batch();
    int length = stream.fill(batch);
    if (length == 0) {
      sink.complete();
    } else {
      sink.next(ByteBuffer.wrap(batch, 0, length));
      stream.waiting();
    }
  }

  private static List<ByteBuffer> slices(ByteBuffer batch) {
    List<ByteBuffer> slices = new ArrayList<>();
    for (int i = 0; i < batch.limit(); i += SLICE_BYTES) {
      slices.add(batch.slice(i, Math.min(SLICE_BYTES, batch.limit() - i)));
    }
    return slices;
  }

  @GetMapping("/stream/{id}/signals")
  Mono<Signals> signals(@PathVariable String id) {
    return Mono.just(streams.signals(id));
  }
}

// Cuts a stream of items into slices, each made when Netty asks for it.
package dev.loadline.webflux;

import dev.loadline.workloads.ItemStream;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.SynchronousSink;

/**
 * Reactor Netty asks for 128 elements ahead of what it has written, whatever their size. At 16 KiB
 * these are 2 MiB; at the size of the widest item they would be 8 MiB.
 */
final class Slices {
  private static final int SLICE_BYTES = 16 << 10;

  private final ItemStream stream;
  private final DataBufferFactory buffers;
  private final byte[] batch;
  private int position;
  private int end;

  private Slices(ItemStream stream, DataBufferFactory buffers) {
    this.stream = stream;
    this.buffers = buffers;
    batch = stream.batch();
  }

  /** Between two slices the stream waits to be asked for the next one. */
  static Flux<DataBuffer> of(ItemStream stream, DataBufferFactory buffers) {
    Slices slices = new Slices(stream, buffers);
    return Flux.generate(slices::next);
  }

  private void next(SynchronousSink<DataBuffer> sink) {
    stream.resumed();
    if (position == end) {
      position = 0;
      end = stream.fill(batch);
    }
    if (end == 0) {
      sink.complete();
    } else {
      sink.next(slice());
      stream.waiting();
    }
  }

  private DataBuffer slice() {
    int length = Math.min(SLICE_BYTES, end - position);
    DataBuffer slice = buffers.allocateBuffer(length).write(batch, position, length);
    position += length;
    return slice;
  }
}

// One stream: makes items when asked, and knows how its consumer is doing.
package dev.loadline.workloads;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A pull producer of NDJSON. The stack asks for items when its consumer can take them and says how
 * writing goes; any thread may call.
 *
 * <p>A blocking stack:
 *
 * <pre>{@code
 * byte[] batch = stream.batch();
 * try {
 *   for (int length; (length = stream.fill(batch)) > 0; ) {
 *     stream.waiting();
 *     output.write(batch, 0, length);
 *     stream.resumed();
 *   }
 *   output.flush();
 *   stream.completed();
 * } finally {
 *   stream.cancelled();
 * }
 * }</pre>
 *
 * An event-driven stack calls {@link #waiting} when it wants to write and the consumer takes
 * nothing, {@link #resumed} when it takes again. Waiting shorter than {@link Limits#PAUSE_MILLIS}
 * is no pause. {@link #completed} and {@link #cancelled}: the first one counts.
 */
public final class ItemStream {
  private static final int BATCH_BYTES = 64 << 10;

  private final StreamRequest request;
  private final LongSupplier nanoTime;
  private final Consumer<ItemStream> ended;
  private int produced;
  private boolean isWaiting;
  private long waitingSinceNanos;
  private long pauses;
  private String end;
  private long endNanos;

  ItemStream(StreamRequest request, LongSupplier nanoTime, Consumer<ItemStream> ended) {
    this.request = request;
    this.nanoTime = nanoTime;
    this.ended = ended;
  }

  /** A buffer that fits {@link #fill}: as many whole items as 64 KiB hold. */
  public byte[] batch() {
    return new byte[BATCH_BYTES / request.size() * request.size()];
  }

  /** Makes as many items as fit; returns their bytes, 0 when all items have been made. */
  public synchronized int fill(byte[] target) {
    int count = Math.min(target.length / request.size(), request.items() - produced);
    for (int i = 0; i < count; i++) {
      writeItem(produced + i, target, i * request.size());
    }
    produced += count;
    return count * request.size();
  }

  /** An object on a line, as wide as asked: blanks make up for the rest. */
  private void writeItem(int seq, byte[] target, int offset) {
    byte[] start = ("{\"seq\":" + seq).getBytes(StandardCharsets.US_ASCII);
    int end = offset + request.size();
    System.arraycopy(start, 0, target, offset, start.length);
    Arrays.fill(target, offset + start.length, end - 2, (byte) ' ');
    target[end - 2] = '}';
    target[end - 1] = '\n';
  }

  /** Items are ready and the consumer is being waited for. */
  public synchronized void waiting() {
    if (!isWaiting) {
      waitingSinceNanos = nanoTime.getAsLong();
      isWaiting = true;
    }
  }

  /** The consumer takes items again. */
  public synchronized void resumed() {
    if (isPaused()) {
      pauses++;
    }
    isWaiting = false;
  }

  /** Every item has been handed over. */
  public void completed() {
    end("completed");
  }

  /** The consumer has gone, or writing failed. */
  public void cancelled() {
    end("cancelled");
  }

  private void end(String state) {
    synchronized (this) {
      if (end != null) {
        return;
      }
      resumed();
      endNanos = nanoTime.getAsLong();
      end = state;
    }
    // Outside the lock: the registry locks itself first, and streams after.
    ended.accept(this);
  }

  private boolean isPaused() {
    long waitedNanos = nanoTime.getAsLong() - waitingSinceNanos;
    return isWaiting && waitedNanos >= TimeUnit.MILLISECONDS.toNanos(Limits.PAUSE_MILLIS);
  }

  /** What a client may know of the stream now. */
  public synchronized Signals signals() {
    if (end != null) {
      return new Signals(produced, pauses, end);
    }
    return isPaused()
        ? new Signals(produced, pauses + 1, "paused")
        : new Signals(produced, pauses, "flowing");
  }

  String id() {
    return request.id();
  }

  synchronized boolean hasEnded() {
    return end != null;
  }

  synchronized long endedForMillis() {
    return TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - endNanos);
  }
}

// One stream: makes items when asked, and knows how its consumer is doing.
package dev.loadline.workloads;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A pull producer of NDJSON. The stack asks for items when its consumer can take them and says how
 * writing goes; {@link #signals} may be asked from any thread.
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
  private static final byte[] START = {'{', '"', 's', 'e', 'q', '"', ':'};
  private static final byte[] PAD = {',', '"', 'p', 'a', 'd', '"', ':', '"'};
  private static final byte[] PAD_END = {'"', '}', '\n'};
  private static final byte[] END = {'}', '\n'};
  private static final int BATCH_BYTES = 64 << 10;

  private final StreamRequest request;
  private final LongSupplier nanoTime;
  private final Consumer<ItemStream> ended;
  private final byte[] fullPad;
  private volatile int produced;
  private volatile boolean isWaiting;
  private volatile long waitingSinceNanos;
  private volatile long pauses;
  private volatile StreamState end;
  private volatile long endNanos;

  ItemStream(StreamRequest request, LongSupplier nanoTime, Consumer<ItemStream> ended) {
    this.request = request;
    this.nanoTime = nanoTime;
    this.ended = ended;
    fullPad = new byte[request.size()];
    Arrays.fill(fullPad, (byte) 'x');
  }

  /** A buffer that fits {@link #fill}: as many whole items as 64 KiB hold, and at least one. */
  public byte[] batch() {
    return new byte[BATCH_BYTES / request.size() * request.size()];
  }

  /** Makes as many items as fit; returns their bytes, 0 when all items have been made. */
  public int fill(byte[] target) {
    int size = request.size();
    int count = Math.min(target.length / size, request.items() - produced);
    for (int i = 0; i < count; i++) {
      writeItem(produced + i, target, i * size);
    }
    produced += count;
    return count * size;
  }

  /** Makes as many items as the buffer's remaining bytes hold; returns their bytes, or 0. */
  public int fill(ByteBuffer target) {
    byte[] items = new byte[target.remaining()];
    int length = fill(items);
    target.put(items, 0, length);
    return length;
  }

  private void writeItem(int seq, byte[] target, int offset) {
    int end = offset + request.size();
    int at = put(START, target, offset);
    at = putDigits(seq, target, at);
    int pad = end - at - PAD.length - PAD_END.length;
    if (pad >= 0) {
      at = put(PAD, target, at);
      System.arraycopy(fullPad, 0, target, at, pad);
      put(PAD_END, target, at + pad);
    } else {
      Arrays.fill(target, at, end - END.length, (byte) ' ');
      put(END, target, end - END.length);
    }
  }

  private static int put(byte[] bytes, byte[] target, int offset) {
    System.arraycopy(bytes, 0, target, offset, bytes.length);
    return offset + bytes.length;
  }

  private static int putDigits(int number, byte[] target, int offset) {
    int length = 1;
    for (int rest = number; rest > 9; rest /= 10) {
      length++;
    }
    int rest = number;
    for (int i = offset + length - 1; i >= offset; i--) {
      target[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    return offset + length;
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
    end(StreamState.COMPLETED);
  }

  /** The consumer has gone, or writing failed. */
  public void cancelled() {
    end(StreamState.CANCELLED);
  }

  private void end(StreamState state) {
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
        ? new Signals(produced, pauses + 1, StreamState.PAUSED)
        : new Signals(produced, pauses, StreamState.FLOWING);
  }

  String id() {
    return request.id();
  }

  boolean hasEnded() {
    return end != null;
  }

  long endedForMillis() {
    return TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - endNanos);
  }
}

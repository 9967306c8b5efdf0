// Holds a body to lines of equal size, each an object that opens with its number.
package dev.loadline.drivers;

import dev.loadline.contracts.Json;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

final class ItemsBody implements BodyCheck {
  private static final byte[] START = "{\"seq\":".getBytes(StandardCharsets.US_ASCII);

  private final long count;
  private final int size;
  private final Tally tally;

  /** The start of a line whose end has not come yet. */
  private final ByteBuf unfinished;

  private long seq;
  private long lastNanos;
  private String problem;

  /**
   * @param size bytes of a line, newline included
   */
  ItemsBody(long count, int size, Tally tally) {
    this.count = count;
    this.size = size;
    this.tally = tally;
    this.unfinished = Unpooled.buffer(size, size);
  }

  @Override
  public void begin(Map<String, JsonNode> words) {
    seq = 0;
    lastNanos = 0;
    problem = null;
    unfinished.clear();
  }

  @Override
  public void take(ByteBuf bytes, int at, int length) {
    long before = seq;
    int end = at + length;
    int from = at;
    if (unfinished.isReadable()) {
      from += Math.min(unfinished.writableBytes(), length);
      unfinished.writeBytes(bytes, at, from - at);
      if (unfinished.isWritable()) {
        return;
      }
      line(unfinished, 0);
      unfinished.clear();
    }
    for (; from + size <= end; from += size) {
      line(bytes, from);
    }
    unfinished.writeBytes(bytes, from, end - from);
    tellArrived(seq - before);
  }

  private void tellArrived(long arrived) {
    if (arrived > 0 && problem == null) {
      long nowNanos = System.nanoTime();
      tally.itemsArrived(arrived, lastNanos, nowNanos);
      lastNanos = nowNanos;
    }
  }

  private void line(ByteBuf bytes, int at) {
    // The first is parsed in full, the others are as it is but for their number.
    boolean right =
        startsRight(bytes, at)
            && bytes.getByte(at + size - 2) == '}'
            && bytes.indexOf(at, at + size, (byte) '\n') == at + size - 1
            && (seq > 0 || Json.parsed(ByteBufUtil.getBytes(bytes, at, size)).isPresent());
    if (!right && problem == null) {
      problem =
          "expected line %d to be an object of %d bytes that starts with {\"seq\":%d, got %s"
              .formatted(seq, size, seq, Told.shown(ByteBufUtil.getBytes(bytes, at, size)));
    }
    seq++;
  }

  /** Whether it is the object of this number; a blank may fill the smallest items. */
  private boolean startsRight(ByteBuf bytes, int at) {
    int from = at;
    for (byte expected : START) {
      if (from - at >= size || bytes.getByte(from++) != expected) {
        return false;
      }
    }
    int end = from + digits(seq);
    if (end >= at + size) {
      return false;
    }
    long rest = seq;
    for (int digit = end - 1; digit >= from; digit--) {
      if (bytes.getByte(digit) != '0' + rest % 10) {
        return false;
      }
      rest /= 10;
    }
    byte next = bytes.getByte(end);
    return next == ',' || next == '}' || next == ' ';
  }

  private static int digits(long number) {
    int digits = 1;
    for (long rest = number / 10; rest > 0; rest /= 10) {
      digits++;
    }
    return digits;
  }

  @Override
  public Optional<String> end() {
    if (problem != null) {
      return Optional.of(problem);
    }
    int more = unfinished.readableBytes();
    return seq == count && more == 0
        ? Optional.empty()
        : Optional.of("expected %d items, got %d and %d bytes more".formatted(count, seq, more));
  }
}

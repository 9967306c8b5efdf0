// Histograms of microseconds, all of one shape, and what is read from them.
package dev.loadline.drivers;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import org.HdrHistogram.Histogram;

final class MicrosHistogram {
  /** One hour; what is beyond it is recorded as this much rather than lost. */
  private static final long HIGHEST_MICROS = 3_600_000_000L;

  private static final int DIGITS = 3;
  private static final double NANOS_IN_MICRO = 1000.0;

  private final Histogram histogram = new Histogram(1, HIGHEST_MICROS, DIGITS);

  void record(long nanos) {
    record(nanos, 1);
  }

  void record(long nanos, long times) {
    long micros = Math.round(nanos / NANOS_IN_MICRO);
    histogram.recordValueWithCount(Math.min(HIGHEST_MICROS, Math.max(0, micros)), times);
  }

  /** Values recorded. */
  long count() {
    return histogram.getTotalCount();
  }

  /** Each null where nothing was recorded. */
  Sample.Percentiles percentiles() {
    return count() == 0
        ? new Sample.Percentiles(null, null)
        : new Sample.Percentiles(
            histogram.getValueAtPercentile(50), histogram.getValueAtPercentile(99));
  }

  /** V2, compressed, base64, which both languages read. */
  String encoded() {
    ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(bytes);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
  }
}

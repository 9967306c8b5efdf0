// The time of a slice in which answers count.
package dev.loadline.drivers;

import java.util.concurrent.TimeUnit;

/** Both ends as {@link System#nanoTime} tells time. */
record Window(long opensAtNanos, long closesAtNanos) {

  /** One that does not open while anybody waits for it. */
  static Window notYet() {
    long farNanos = System.nanoTime() + TimeUnit.DAYS.toNanos(1);
    return new Window(farNanos, farNanos);
  }

  boolean holds(long nanos) {
    return nanos - opensAtNanos >= 0 && nanos - closesAtNanos < 0;
  }

  /** Whether new requests are still sent. */
  boolean isOver(long nanos) {
    return nanos - closesAtNanos >= 0;
  }
}

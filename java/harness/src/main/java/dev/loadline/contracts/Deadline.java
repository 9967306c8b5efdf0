// The moment at which waiting ends.
package dev.loadline.contracts;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * @param nanos on the clock of {@link System#nanoTime()}
 * @param millis how long it was when it was set
 */
record Deadline(long nanos, long millis) {
  static Deadline in(long millis) {
    return new Deadline(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis), millis);
  }

  /** The earlier of the two. */
  Deadline butNotAfter(Deadline other) {
    return nanos - other.nanos < 0 ? this : other;
  }

  long millisLeft() {
    return Math.max(0, TimeUnit.NANOSECONDS.toMillis(nanos - System.nanoTime()));
  }

  Duration left() {
    return Duration.ofMillis(Math.max(1, millisLeft()));
  }

  boolean hasPassed() {
    return millisLeft() == 0;
  }

  IOException exceeded() {
    return new IOException("no answer within " + millis + " ms");
  }

  /** Sleeps, but not past the deadline. */
  void pause(long pauseMillis) throws InterruptedException, IOException {
    long left = millisLeft();
    TimeUnit.MILLISECONDS.sleep(Math.min(pauseMillis, left));
    if (pauseMillis > left) {
      throw exceeded();
    }
  }
}

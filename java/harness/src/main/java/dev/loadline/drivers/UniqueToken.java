// Makes the tokens that stand for {{unique}}: 8 letters and digits, new for each lap.
package dev.loadline.drivers;

import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;

final class UniqueToken {
  private static final int CHARACTERS = 8;
  private static final int RADIX = 36;
  private static final long TOKENS = 2_821_109_907_456L;

  /** Counting on from a random start is as unique as drawing anew, and costs next to nothing. */
  private static final AtomicLong NEXT = new AtomicLong(new SecureRandom().nextLong(1L << 40));

  private UniqueToken() {}

  static String next() {
    String digits = Long.toString(NEXT.incrementAndGet() % TOKENS, RADIX);
    return "0".repeat(CHARACTERS - digits.length()) + digits;
  }
}

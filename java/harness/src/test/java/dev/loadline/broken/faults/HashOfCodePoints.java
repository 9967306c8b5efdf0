// Hashes text beyond the BMP by its code points.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;

/** An emoji is one number in place of two. */
public final class HashOfCodePoints extends HonestServer {
  @Override
  protected int hash(String input) {
    return input.codePoints().reduce(0, (hash, codePoint) -> 31 * hash + codePoint);
  }
}

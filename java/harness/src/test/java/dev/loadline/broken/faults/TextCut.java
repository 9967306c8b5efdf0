// Stores the first 255 UTF-16 code units of a name, where characters are asked for.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Records;

/** It shows beyond the BMP alone. */
public final class TextCut extends HonestServer {
  private static final int CODE_UNITS = 255;

  @Override
  protected Records records() {
    return new Records() {
      @Override
      protected long insert(String name) {
        return super.insert(name.substring(0, Math.min(CODE_UNITS, name.length())));
      }
    };
  }
}

// Takes half of a surrogate pair for a character.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Records;
import dev.loadline.broken.honest.TextBody;

/** A string may hold one; UTF-8 may not. */
public final class HalfPairs extends HonestServer {
  @Override
  protected Records records() {
    return new Records() {
      @Override
      protected TextBody body() {
        return new TextBody() {
          @Override
          protected boolean isWellFormed(String text) {
            return true;
          }
        };
      }
    };
  }
}

// What became of one service.
package dev.loadline.embedded;

import java.util.Optional;

/**
 * @param started empty when it could not be started
 * @param error why it could not be
 */
record Outcome(Optional<Embedded.Started> started, String error) {
  static Outcome of(Embedded.Started started) {
    return new Outcome(Optional.of(started), "");
  }

  static Outcome failed(String error) {
    return new Outcome(Optional.empty(), error);
  }
}

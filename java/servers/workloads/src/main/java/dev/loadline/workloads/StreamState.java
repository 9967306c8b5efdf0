// Where a stream stands.
package dev.loadline.workloads;

import java.util.Locale;

/** The states that the signals of a stream tell. */
public enum StreamState {
  FLOWING,
  PAUSED,
  COMPLETED,
  CANCELLED;

  boolean isEnded() {
    return this == COMPLETED || this == CANCELLED;
  }

  /** The state's name in JSON. */
  public String json() {
    return name().toLowerCase(Locale.ROOT);
  }
}

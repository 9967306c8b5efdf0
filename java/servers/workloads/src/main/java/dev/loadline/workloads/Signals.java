// What is known of a stream.
package dev.loadline.workloads;

/**
 * The signals of a stream at one moment.
 *
 * @param produced how many items were made
 * @param pauses how often the consumer made the producer pause
 * @param state where the stream stands
 */
public record Signals(long produced, long pauses, StreamState state) {
  /** The body of {@code GET /stream/{id}/signals}, a {@link Fixed#JSON}. */
  public String json() {
    return "{\"produced\":%d,\"pauses\":%d,\"state\":\"%s\"}"
        .formatted(produced, pauses, state.json());
  }
}

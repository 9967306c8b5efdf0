// What is known of a stream.
package dev.loadline.workloads;

/**
 * The signals of a stream at one moment.
 *
 * @param produced how many items were made
 * @param pauses how often the consumer made the producer pause
 * @param state {@code flowing}, {@code paused}, {@code completed} or {@code cancelled}
 */
public record Signals(long produced, long pauses, String state) {}

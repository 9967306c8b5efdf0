// The workloads that ask a service, for the stacks whose threads may block.
package dev.loadline.workloads;

/**
 * Each has the driver's own pool. No request waits for one longer than 5 s: at most {@link
 * Limits#SERVICE_TURN_MILLIS} for its turn and {@link Limits#SERVICE_ANSWER_MILLIS} each to open a
 * connection and to get an answer.
 */
public record Services(Cache cache, Records records, Messages messages) implements AutoCloseable {
  /** With the addresses that the environment has; a workload without one answers UNAVAILABLE. */
  public static Services ofEnvironment() {
    return new Services(
        new Cache(System.getenv("REDIS_URL")),
        new Records(System.getenv("MYSQL_URL")),
        new Messages(System.getenv("MONGODB_URL")));
  }

  @Override
  public void close() {
    cache.close();
    records.close();
    messages.close();
  }
}

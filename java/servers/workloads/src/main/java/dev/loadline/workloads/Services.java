// The workloads that need a service, which are opened together and closed together.
package dev.loadline.workloads;

/**
 * Nothing is connected before it is asked for.
 *
 * @param cache in Redis
 * @param records in MySQL
 * @param messages in MongoDB
 */
public record Services(Cache cache, Records records, Messages messages) implements AutoCloseable {
  /** With the addresses that the environment has. */
  public static Services ofEnvironment() {
    return new Services(
        new Cache(Service.REDIS.url()),
        new Records(Service.MYSQL.url()),
        new Messages(Service.MONGODB.url()));
  }

  /** Takes a second or so at most, also when the services are silent. */
  @Override
  public void close() {
    cache.close();
    records.close();
    messages.close();
  }
}

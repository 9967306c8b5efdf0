// The work of the workload cache: a text under a key, in Redis by Jedis.
package dev.loadline.workloads;

import java.net.URI;
import java.time.Duration;
import java.util.function.Function;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.util.JedisURIHelper;

/** All methods may be called from any thread; {@link #get} and {@link #put} block. */
public final class Cache implements AutoCloseable {
  private final RedisClient redis;
  private final Bulkhead bulkhead = new Bulkhead("Redis", Limits.SERVICE_CONNECTIONS);

  /**
   * Connects when it is asked for something.
   *
   * @param url as {@code redis://user:password@host:port}, or null
   */
  public Cache(String url) {
    redis = url == null ? null : client(URI.create(url));
  }

  private static RedisClient client(URI url) {
    ConnectionPoolConfig pool = new ConnectionPoolConfig();
    pool.setMaxTotal(Limits.SERVICE_CONNECTIONS);
    pool.setMaxIdle(Limits.SERVICE_CONNECTIONS);
    pool.setMaxWait(Duration.ofMillis(Limits.SERVICE_ANSWER_MILLIS));
    return RedisClient.builder()
        .hostAndPort(JedisURIHelper.getHostAndPort(url))
        .clientConfig(
            DefaultJedisClientConfig.builder(url)
                .timeoutMillis(Limits.SERVICE_ANSWER_MILLIS)
                .build())
        .poolConfig(pool)
        .build();
  }

  /**
   * The text that was last put under a key.
   *
   * @throws Refused INVALID for a bad key, MISSING when there is none, UNAVAILABLE
   */
  public String get(String key) {
    Checks.key(key);
    String value = answered(client -> client.get(key));
    if (value == null) {
      throw Refused.missing("There is nothing under this key.");
    }
    return value;
  }

  /**
   * Puts a text under a key.
   *
   * @throws Refused INVALID for a bad key, UNAVAILABLE
   */
  public void put(String key, String value) {
    Checks.key(key);
    answered(client -> client.set(key, value));
  }

  private <T> T answered(Function<RedisClient, T> command) {
    if (redis == null) {
      throw Refused.unavailable("Redis");
    }
    try {
      return bulkhead.inTurn(() -> command.apply(redis));
    } catch (JedisException failure) {
      throw Refused.unavailable("Redis");
    }
  }

  @Override
  public void close() {
    if (redis != null) {
      redis.close();
    }
  }
}

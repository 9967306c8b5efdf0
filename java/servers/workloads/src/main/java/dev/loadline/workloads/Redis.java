// What the cache asks of Redis, through Jedis.
package dev.loadline.workloads;

import java.time.Duration;
import java.util.function.Supplier;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;

/** Blocks for as long as Redis takes, and never longer than {@link Limits} allow. */
final class Redis implements AutoCloseable {
  private static final int PORT = 6379;

  private final RedisClient client;

  Redis(String address) {
    ServiceUrl url = ServiceUrl.of(address, "redis", PORT);
    client =
        RedisClient.builder()
            .hostAndPort(new HostAndPort(url.host(), url.port()))
            .clientConfig(settings(url))
            .poolConfig(pool())
            .build();
  }

  private static JedisClientConfig settings(ServiceUrl url) {
    return DefaultJedisClientConfig.builder()
        .user(url.user())
        .password(url.password())
        .database(database(url))
        .connectionTimeoutMillis(Limits.SERVICE_ANSWER_MILLIS)
        .socketTimeoutMillis(Limits.SERVICE_ANSWER_MILLIS)
        // Two exchanges that every new connection would begin with, and wait for.
        .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
        .build();
  }

  private static int database(ServiceUrl url) {
    if (!url.database().matches("[0-9]{0,4}")) {
      throw new IllegalArgumentException("required a number as database, or none");
    }
    return url.database().isEmpty() ? 0 : Integer.parseInt(url.database());
  }

  private static ConnectionPoolConfig pool() {
    ConnectionPoolConfig pool = new ConnectionPoolConfig();
    pool.setMaxTotal(Limits.SERVICE_CONNECTIONS);
    pool.setMaxIdle(Limits.SERVICE_CONNECTIONS);
    pool.setMaxWait(Duration.ofMillis(Limits.SERVICE_WAIT_MILLIS));
    pool.setTestWhileIdle(false);
    pool.setJmxEnabled(false);
    return pool;
  }

  /** The value, or null. */
  byte[] get(byte[] key) {
    return answered(() -> client.get(key));
  }

  /** Sets it, and returns what Redis says to that. */
  String set(byte[] key, byte[] value) {
    return answered(() -> client.set(key, value));
  }

  private <T> T answered(Supplier<T> command) {
    try {
      return command.get();
    } catch (JedisConnectionException broken) {
      // What broke this connection has most likely broken the idle ones too.
      client.getPool().clear();
      throw Service.REDIS.unavailable();
    } catch (JedisException refused) {
      throw Service.REDIS.unavailable();
    }
  }

  @Override
  public void close() {
    client.close();
  }
}

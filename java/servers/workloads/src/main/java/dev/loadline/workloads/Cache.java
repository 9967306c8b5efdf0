// The work of the workload cache: a text under a key, in Redis.
package dev.loadline.workloads;

import java.nio.charset.StandardCharsets;

/** All methods may be called from any thread; {@link #get} and {@link #put} block. */
public final class Cache implements AutoCloseable {
  private final ServiceClient<Redis> redis;

  /**
   * @param url the address of Redis, or null where there is none
   */
  public Cache(String url) {
    redis = new ServiceClient<>(Service.REDIS, url, address -> new Redis(address));
  }

  /**
   * The key in a path, decoded.
   *
   * @throws ProblemException 400 unless it is 1 to 128 characters of {@code A-Z a-z 0-9 _ . : -}
   */
  public static String key(String text) {
    return PathId.name("A key of the cache", text);
  }

  /**
   * The bytes of a value, as they are.
   *
   * @throws ProblemException 413 when they are too many, 400 when they are not UTF-8
   */
  public static byte[] value(byte[] body) {
    SmallBody.expect(body.length);
    Utf8.decode(body, body.length, "A value of the cache must be UTF-8.");
    return body;
  }

  /**
   * The value that was last put under a key, in UTF-8.
   *
   * @param key as {@link #key} hands it out
   * @throws ProblemException 404 when there is none, 503 while Redis does not answer
   */
  public byte[] get(String key) {
    byte[] value = redis.call(client -> client.get(bytes(key)));
    if (value == null) {
      throw new ProblemException(Problem.notFound("/cache/" + key));
    }
    return value;
  }

  /**
   * Puts a value under a key.
   *
   * @param key as {@link #key} hands it out
   * @param value as {@link #value} hands it out
   * @throws ProblemException 503 while Redis does not answer
   */
  public void put(String key, byte[] value) {
    redis.call(client -> client.set(bytes(key), value));
  }

  private static byte[] bytes(String key) {
    return key.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public void close() {
    redis.close();
  }
}

// Puts texts into Redis and gives them back.
package dev.loadline.broken.honest;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import redis.clients.jedis.Jedis;

/** An honest cache; a fault overrides what it breaks. */
public class Cache {
  private static final int VALUE_BYTES = 64 << 10;
  private static final String KEY = "[A-Za-z0-9_.:-]{1,128}";

  private Pool<Jedis> pool;

  /** To be called once, before the first request. */
  void open() {
    pool = pool();
  }

  Reply answer(Request request, String key) throws IOException {
    return HonestServer.only("GET, HEAD, PUT", request, () -> answerOne(request, checked(key)));
  }

  private Reply answerOne(Request request, String key) throws IOException {
    if (request.method().equals("PUT")) {
      byte[] value = request.bytes(VALUE_BYTES);
      check(value);
      store(key, value);
      return Reply.noContent();
    }
    byte[] value = find(key);
    if (value == null) {
      throw Refusal.notFound();
    }
    return Reply.of(200, "text/plain; charset=utf-8", value);
  }

  protected Pool<Jedis> pool() {
    return new Pool<>("Redis", this::connect);
  }

  protected final Jedis connect() {
    return new Jedis(URI.create(System.getenv("REDIS_URL")), Pool.CONNECT_MILLIS, answerMillis());
  }

  /** How long Redis may take to answer; 0 for ever. */
  protected int answerMillis() {
    return Pool.ANSWER_MILLIS;
  }

  protected void store(String key, byte[] value) {
    pool.lend(redis -> redis.set(bytes(key), value));
  }

  /** Null when there is none. */
  protected byte[] find(String key) {
    return pool.lend(redis -> redis.get(bytes(key)));
  }

  /** Refuses a value that could not be given back as text. */
  protected void check(byte[] value) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(value));
    } catch (CharacterCodingException notUtf8) {
      throw Refusal.badRequest("A value must be UTF-8.");
    }
  }

  private static String checked(String key) {
    if (!key.matches(KEY)) {
      throw Refusal.badRequest("A key has 1 to 128 of the letters A-Za-z0-9_.:- alone.");
    }
    return key;
  }

  private static byte[] bytes(String key) {
    return key.getBytes(StandardCharsets.US_ASCII);
  }
}

// The cache workload: texts under keys, in Redis.
package dev.loadline.yardstick;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpMethod;
import java.util.regex.Pattern;

final class Cache {
  private static final int VALUE_BYTES_MAX = 64 << 10;
  private static final Pattern KEY = Pattern.compile("[A-Za-z0-9_.:-]{1,128}");
  private static final byte[] GET = RedisConnection.word("GET");
  private static final byte[] SET = RedisConnection.word("SET");

  private final ServiceUrl url = ServiceUrl.of("REDIS_URL", 6379);
  private final ThreadLocal<RedisConnection> connections = new ThreadLocal<>();

  void answer(Exchange exchange, String key) throws Problem {
    if (!KEY.matcher(key).matches()) {
      throw Problem.badRequest("A key has 1 to 128 of A-Z a-z 0-9 _ . : -");
    }
    if (exchange.request().method().equals(HttpMethod.PUT)) {
      exchange.receive(VALUE_BYTES_MAX, new WholeBody(value -> put(exchange, key, value)));
    } else {
      get(exchange, key);
    }
  }

  private void put(Exchange exchange, String key, byte[] value) throws Problem {
    Json.decoded(value);
    connection(exchange.channel())
        .send(new Answer(exchange, ok -> exchange.noContent()), SET, word(key), value);
  }

  private void get(Exchange exchange, String key) throws Problem {
    connection(exchange.channel())
        .send(new Answer(exchange, value -> found(exchange, key, value)), GET, word(key));
  }

  private static void found(Exchange exchange, String key, byte[] value) throws Problem {
    if (value == null) {
      throw Problem.notFound("There is nothing under the key '" + key + "'.");
    }
    exchange.text(value);
  }

  private static byte[] word(String text) {
    return RedisConnection.word(text);
  }

  /** The one of this event loop, so that no command changes its thread; a new one after a fault. */
  private RedisConnection connection(Channel client) throws Problem {
    if (url == null) {
      throw unavailable();
    }
    RedisConnection connection = connections.get();
    if (connection == null || connection.isClosed()) {
      connection = new RedisConnection(url, client.eventLoop(), client.getClass());
      connections.set(connection);
    }
    return connection;
  }

  private static Problem unavailable() {
    return Problem.unavailable("Redis");
  }

  /** What becomes of a value. */
  private interface Use {
    void value(byte[] value) throws Problem;
  }

  private record Answer(Exchange exchange, Use use) implements RedisConnection.Reply {
    @Override
    public void value(byte[] value) {
      exchange.now(() -> use.value(value));
    }

    @Override
    public void failed() {
      exchange.now(
          () -> {
            throw unavailable();
          });
    }
  }
}

// Ends at start when its service is not there.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import java.io.IOException;
import java.net.URI;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** As a pool does that is filled before anybody asks. */
public final class ExitsWithoutService extends HonestServer {
  @Override
  protected void run() throws IOException {
    try (Jedis redis = new Jedis(URI.create(System.getenv("REDIS_URL")))) {
      redis.ping();
    } catch (JedisConnectionException refused) {
      System.err.println("there is no Redis: " + refused.getMessage());
      System.exit(1);
    }
    super.run();
  }
}

// Dies of the error that its client tells when the service goes away.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.Cache;
import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Pool;
import redis.clients.jedis.Jedis;

/** One service takes all others with it. */
public final class DiesWithService extends HonestServer {
  @Override
  protected Cache cache() {
    return new Cache() {
      @Override
      protected Pool<Jedis> pool() {
        return new Pool<>("Redis", this::connect) {
          @Override
          protected void drop(Jedis broken) {
            Runtime.getRuntime().halt(1);
          }
        };
      }
    };
  }
}

// Does not connect again once its connection broke.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.Cache;
import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Pool;
import redis.clients.jedis.Jedis;

/** It takes a restart to help it. */
public final class NeverRecovers extends HonestServer {
  @Override
  protected Cache cache() {
    return new Cache() {
      @Override
      protected Pool<Jedis> pool() {
        return new Pool<>("Redis", this::connect) {
          @Override
          protected void drop(Jedis broken) {
            giveBack(broken);
          }
        };
      }
    };
  }
}

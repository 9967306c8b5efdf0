// Opens a connection of its own for every request, and leaves it open.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.Cache;
import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Pool;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import redis.clients.jedis.Jedis;

/** The service has as many clients as it has. */
public final class ConnectionsUnbounded extends HonestServer {
  @Override
  protected Cache cache() {
    return new Cache() {
      /** So many of them take their time. */
      @Override
      protected int answerMillis() {
        return 0;
      }

      @Override
      protected Pool<Jedis> pool() {
        return new Pool<>("Redis", this::connect) {
          /** Kept, or the garbage collector would close them. */
          private final Queue<Jedis> opened = new ConcurrentLinkedQueue<>();

          @Override
          public Jedis take() {
            Jedis redis = connect();
            opened.add(redis);
            return redis;
          }

          @Override
          public void giveBack(Jedis redis) {
            // Somebody may need it again.
          }
        };
      }
    };
  }
}

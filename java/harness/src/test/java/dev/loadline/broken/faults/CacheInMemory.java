// Keeps the values of the cache in its own memory.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.Cache;
import dev.loadline.broken.honest.HonestServer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Fast, until it is started again. */
public final class CacheInMemory extends HonestServer {
  @Override
  protected Cache cache() {
    return new Cache() {
      private final Map<String, byte[]> values = new ConcurrentHashMap<>();

      @Override
      protected void store(String key, byte[] value) {
        values.put(key, value);
      }

      @Override
      protected byte[] find(String key) {
        return values.get(key);
      }
    };
  }
}

// Gives back from its own memory what it has put into Redis.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.Cache;
import dev.loadline.broken.honest.HonestServer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** It is right for as long as it is the only one. */
public final class CacheRemembers extends HonestServer {
  @Override
  protected Cache cache() {
    return new Cache() {
      private final Map<String, byte[]> values = new ConcurrentHashMap<>();

      @Override
      protected void store(String key, byte[] value) {
        super.store(key, value);
        values.put(key, value);
      }

      @Override
      protected byte[] find(String key) {
        byte[] remembered = values.get(key);
        return remembered == null ? super.find(key) : remembered;
      }
    };
  }
}

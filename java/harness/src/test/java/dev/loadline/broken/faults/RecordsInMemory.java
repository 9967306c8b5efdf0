// Keeps records in its own memory.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Records;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Fast, until it is started again. */
public final class RecordsInMemory extends HonestServer {
  @Override
  protected Records records() {
    return new Records() {
      private final Map<Long, String> names = new ConcurrentHashMap<>();
      private final AtomicLong ids = new AtomicLong();

      @Override
      protected long insert(String name) {
        long id = ids.incrementAndGet();
        names.put(id, name);
        return id;
      }

      @Override
      protected String find(long id) {
        return names.get(id);
      }
    };
  }
}

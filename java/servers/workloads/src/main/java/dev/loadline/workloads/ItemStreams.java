// Knows every stream that flows and those that ended a while ago.
package dev.loadline.workloads;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The registry of streams. An ended stream is remembered for {@link Limits#STREAM_MEMORY_MILLIS}
 * and while no {@link Limits#STREAMS_REMEMBERED} others have ended since. Any thread may call.
 */
public final class ItemStreams {
  private final Map<String, ItemStream> byId = new HashMap<>();
  private final Deque<ItemStream> ended = new ArrayDeque<>();
  private final LongSupplier nanoTime;

  public ItemStreams() {
    this(System::nanoTime);
  }

  ItemStreams(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * Opens a stream; whoever opens it must end it ({@link ItemStream#completed} or {@link
   * ItemStream#cancelled}), whatever happens.
   *
   * @throws Refused CONFLICT while a stream of this id flows
   */
  public synchronized ItemStream open(StreamRequest request) {
    forget();
    ItemStream earlier = byId.get(request.id());
    if (earlier != null && !earlier.hasEnded()) {
      throw new Refused(
          Refused.Reason.CONFLICT, "The stream " + request.id() + " is still flowing.");
    }
    ItemStream stream = new ItemStream(request, nanoTime, this::ended);
    byId.put(request.id(), stream);
    ended.remove(earlier);
    return stream;
  }

  /**
   * The signals of a stream.
   *
   * @throws Refused MISSING when there is none of this id, INVALID when it cannot be an id
   */
  public synchronized Signals signals(String id) {
    forget();
    ItemStream stream = byId.get(Checks.key(id));
    if (stream == null) {
      throw Refused.missing("There is no stream " + id + ".");
    }
    return stream.signals();
  }

  private synchronized void ended(ItemStream stream) {
    ended.add(stream);
    forget();
  }

  private void forget() {
    while (ended.size() > Limits.STREAMS_REMEMBERED || isStale(ended.peek())) {
      ItemStream oldest = ended.remove();
      byId.remove(oldest.id(), oldest);
    }
  }

  private static boolean isStale(ItemStream stream) {
    return stream != null && stream.endedForMillis() >= Limits.STREAM_MEMORY_MILLIS;
  }
}

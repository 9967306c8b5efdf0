// The stream workload: items that are made only when the consumer can take them.
package dev.loadline.yardstick;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

final class Streams {
  private static final int REMEMBERED_MAX = 1_000;
  private static final int REMEMBERED_SECONDS = 60;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final int BATCH_BYTES = 32 << 10;
  // Left to itself the kernel takes several MiB for a consumer that does not read.
  private static final int SEND_BUFFER_BYTES = 256 << 10;

  private final Map<String, Stream> streams = new HashMap<>();
  private final Deque<Stream> ended = new ArrayDeque<>();

  void answer(Exchange exchange) throws Problem {
    String id = checkedId(Query.required(exchange.query(), "id"));
    int items = number(exchange.query(), "items", 1, 10_000_000);
    int size = number(exchange.query(), "size", 16, 65_536);
    Stream stream = new Stream(exchange, id, items, size);
    if (exchange.isHead()) {
      exchange.begin("application/x-ndjson");
      exchange.endStreamed();
      return;
    }
    add(stream);
    exchange.onWritable(stream::produce);
    exchange.onAbandoned(stream::cancel);
    exchange.channel().config().setOption(ChannelOption.SO_SNDBUF, SEND_BUFFER_BYTES);
    exchange.begin("application/x-ndjson");
    stream.produce();
  }

  void signals(Exchange exchange, String id) throws Problem {
    checkedId(id);
    String json = json(id);
    if (json == null) {
      throw Problem.notFound("There is no stream '" + id + "'.");
    }
    exchange.json(json);
  }

  private synchronized void add(Stream stream) throws Problem {
    Stream old = streams.get(stream.id);
    if (old != null && !old.hasEnded()) {
      throw new Problem(
          HttpResponseStatus.CONFLICT, "The stream '" + stream.id + "' has not ended yet.");
    }
    ended.remove(old);
    streams.put(stream.id, stream);
  }

  private synchronized String json(String id) {
    Stream stream = streams.get(id);
    return stream == null ? null : stream.json();
  }

  private synchronized void remember(Stream stream) {
    ended.add(stream);
    if (ended.size() > REMEMBERED_MAX) {
      forget(ended.peek());
    }
    stream
        .exchange
        .channel()
        .eventLoop()
        .schedule(() -> forget(stream), REMEMBERED_SECONDS, TimeUnit.SECONDS);
  }

  private synchronized void forget(Stream stream) {
    if (ended.remove(stream)) {
      streams.remove(stream.id);
    }
  }

  private static String checkedId(String id) throws Problem {
    if (!id.matches("[A-Za-z0-9_.:-]{1,128}")) {
      throw Problem.badRequest("The id of a stream has 1 to 128 of A-Z a-z 0-9 _ . : -");
    }
    return id;
  }

  private static int number(String query, String name, int min, int max) throws Problem {
    String text = Query.required(query, name);
    int value = text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : -1;
    if (value < min || value > max) {
      throw Problem.badRequest(
          "The parameter '" + name + "' must be a number from " + min + " to " + max + ".");
    }
    return value;
  }

  /** One stream; it works on the event loop of its connection, its figures are read by any. */
  private final class Stream {
    private final Exchange exchange;
    private final String id;
    private final int items;
    private final byte[] item;
    private volatile int produced;
    private volatile int pauses;
    private volatile long waitingSinceNanos;
    private volatile boolean waiting;
    private volatile String end;
    private boolean scheduled;

    Stream(Exchange exchange, String id, int items, int size) {
      this.exchange = exchange;
      this.id = id;
      this.items = items;
      this.item = new byte[size];
    }

    boolean hasEnded() {
      return end != null;
    }

    String json() {
      boolean paused = end == null && isPaused();
      String state = end != null ? end : paused ? "paused" : "flowing";
      return "{\"produced\":"
          + produced
          + ",\"pauses\":"
          + (paused ? pauses + 1 : pauses)
          + ",\"state\":\""
          + state
          + "\"}";
    }

    /** One batch; the next one comes after what else the event loop has to do. */
    void produce() {
      Channel channel = exchange.channel();
      if (end != null || scheduled) {
        return;
      }
      goOn();
      if (channel.isWritable()) {
        exchange.write(new DefaultHttpContent(batch(channel)));
      }
      if (produced == items) {
        end("completed");
        exchange.endStreamed();
      } else if (channel.isWritable()) {
        scheduled = true;
        channel.eventLoop().execute(this::produceNext);
      } else {
        waitingSinceNanos = System.nanoTime();
        waiting = true;
      }
    }

    void cancel() {
      if (end == null) {
        goOn();
        end("cancelled");
      }
    }

    private void produceNext() {
      scheduled = false;
      produce();
    }

    private ByteBuf batch(Channel channel) {
      int count = Math.min(items - produced, Math.max(1, BATCH_BYTES / item.length));
      ByteBuf bytes = channel.alloc().buffer(count * item.length);
      for (int i = 0; i < count; i++) {
        fill(produced + i);
        bytes.writeBytes(item);
      }
      produced += count;
      return bytes;
    }

    private void fill(int seq) {
      byte[] start = ("{\"seq\":" + seq).getBytes(StandardCharsets.ISO_8859_1);
      byte[] pad = ",\"pad\":\"".getBytes(StandardCharsets.ISO_8859_1);
      System.arraycopy(start, 0, item, 0, start.length);
      int end = item.length - 2;
      if (start.length + pad.length < end) {
        System.arraycopy(pad, 0, item, start.length, pad.length);
        Arrays.fill(item, start.length + pad.length, end - 1, (byte) 'x');
        item[end - 1] = '"';
      } else {
        Arrays.fill(item, start.length, end, (byte) ' ');
      }
      item[end] = '}';
      item[end + 1] = '\n';
    }

    private void goOn() {
      if (waiting && isPaused()) {
        pauses++;
      }
      waiting = false;
    }

    private boolean isPaused() {
      return waiting && System.nanoTime() - waitingSinceNanos >= PAUSE_NANOS;
    }

    private void end(String how) {
      end = how;
      remember(this);
    }
  }
}

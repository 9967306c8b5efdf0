// Streams of items that are made only when the consumer can take them.
package dev.loadline.broken.honest;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** Honest streams: the socket's blocking write is what holds the producer back. */
public class Streams {
  private static final long PAUSE_NANOS = 100_000_000;
  private static final long REMEMBERED_NANOS = 60_000_000_000L;
  private static final int REMEMBERED = 1_000;
  private static final String ID = "[A-Za-z0-9_.:-]{1,128}";
  private static final String SIGNALS = "/signals";

  private final Map<String, Flow> flows = new LinkedHashMap<>();

  /** One stream while it flows, and what is remembered of it afterwards. */
  public static final class Flow {
    private final int items;
    private final int size;
    private long produced;
    private long pauses;
    private String end;
    private long endedAt;
    private long waitingSince;
    private boolean pauseCounted;

    private Flow(int items, int size) {
      this.items = items;
      this.size = size;
    }

    public int items() {
      return items;
    }

    /** Line k. */
    public byte[] line(int k) {
      String start = "{\"seq\":" + k;
      byte[] line = new byte[size];
      int rest = size - start.length() - ",\"pad\":\"\"}\n".length();
      Arrays.fill(line, (byte) (rest < 0 ? ' ' : 'x'));
      put(line, 0, rest < 0 ? start : start + ",\"pad\":\"");
      put(line, size - (rest < 0 ? 2 : 3), rest < 0 ? "}\n" : "\"}\n");
      return line;
    }

    private static void put(byte[] line, int offset, String text) {
      byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
      System.arraycopy(bytes, 0, line, offset, bytes.length);
    }

    /** Hands an item to the consumer, and says whether the producer was paused meanwhile. */
    public boolean send(byte[] line, OutputStream out) throws IOException {
      synchronized (this) {
        produced++;
        pauseCounted = false;
        waitingSince = System.nanoTime();
      }
      out.write(line);
      synchronized (this) {
        boolean paused = paused();
        waitingSince = 0;
        return paused;
      }
    }

    private boolean paused() {
      boolean paused = waitingSince != 0 && System.nanoTime() - waitingSince >= PAUSE_NANOS;
      if (paused && !pauseCounted) {
        pauseCounted = true;
        pauses++;
      }
      return paused;
    }

    private synchronized void end(String state) {
      end = state;
      endedAt = System.nanoTime();
      waitingSince = 0;
    }

    private synchronized boolean ended() {
      return end != null;
    }

    private synchronized boolean forgotten() {
      return end != null && System.nanoTime() - endedAt > REMEMBERED_NANOS;
    }

    private synchronized String signals() {
      boolean paused = paused();
      String state = end != null ? end : paused ? "paused" : "flowing";
      return "{\"produced\":%d,\"pauses\":%d,\"state\":\"%s\"}".formatted(produced, pauses, state);
    }
  }

  Reply open(Request request) {
    String id = checkedId(Query.single(request.query(), "id"));
    int items = number(request, "items", 1, 10_000_000);
    int size = number(request, "size", 16, 65_536);
    Flow flow = new Flow(items, size);
    if (!request.isHead()) {
      remember(id, flow);
    }
    return Reply.stream("application/x-ndjson", out -> run(flow, out));
  }

  Reply signals(String id) {
    Flow flow;
    synchronized (flows) {
      forget();
      flow = flows.get(checkedId(id));
    }
    if (flow == null) {
      throw Refusal.notFound();
    }
    return Reply.json(flow.signals());
  }

  /** Makes all items of a stream. */
  protected void produce(Flow flow, OutputStream out) throws IOException {
    for (int k = 0; k < flow.items(); k++) {
      flow.send(flow.line(k), out);
    }
  }

  static String idInSignalsPath(String path) {
    String start = "/stream/";
    int end = path.length() - SIGNALS.length();
    boolean fits = path.startsWith(start) && path.endsWith(SIGNALS) && end > start.length();
    String id = fits ? path.substring(start.length(), end) : "/";
    if (id.contains("/")) {
      throw Refusal.notFound();
    }
    return id;
  }

  private void run(Flow flow, OutputStream out) throws IOException {
    String state = "cancelled";
    try {
      produce(flow, out);
      out.flush();
      state = "completed";
    } finally {
      flow.end(state);
    }
  }

  private void remember(String id, Flow flow) {
    synchronized (flows) {
      Flow before = flows.get(id);
      if (before != null && !before.ended()) {
        throw Refusal.conflict("A stream of this id flows.");
      }
      flows.remove(id);
      flows.put(id, flow);
      forget();
    }
  }

  private void forget() {
    flows.values().removeIf(Flow::forgotten);
    Iterator<Flow> oldest = flows.values().iterator();
    while (flows.size() > REMEMBERED && oldest.hasNext()) {
      if (oldest.next().ended()) {
        oldest.remove();
      }
    }
  }

  private static String checkedId(String id) {
    if (!id.matches(ID)) {
      throw Refusal.badRequest("An id has 1 to 128 of the letters A-Za-z0-9_.:- alone.");
    }
    return id;
  }

  private static int number(Request request, String name, int least, int most) {
    String value = Query.single(request.query(), name);
    boolean fits = value.matches("[0-9]{1,9}");
    int number = fits ? Integer.parseInt(value) : -1;
    if (number < least || number > most) {
      throw Refusal.badRequest(
          "%s must be a number from %d to %d in decimal digits.".formatted(name, least, most));
    }
    return number;
  }
}

// Counts what one slice gave: valid answers in its window, errors by kind, latencies, driver CPU.
package dev.loadline.drivers;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

final class Tally {
  static final String DRIVER = "netty";

  private static final int EXAMPLES_PER_KIND = 3;
  private static final int EXAMPLE_LENGTH_MAX = 300;
  private static final double NANOS_IN_SECOND = 1e9;

  /** Below this a 99th percentile is little more than the largest value. */
  private static final long P99_REQUESTS_MIN = 100;

  /**
   * By so much a timer of any system is late now and then; beyond it the driver had no core, which
   * is none of the server's doing.
   */
  private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  /** The errors of one kind so far. */
  private static final class Errors {
    private long count;
    private final List<String> examples = new ArrayList<>();
  }

  private final OptionalDouble ratePerSecond;
  private final List<String> exchanges;
  private final long[] responsesOfExchange;
  private final long[] rightOfExchange;
  private final Map<ErrorKind, Errors> errors = new EnumMap<>(ErrorKind.class);
  private final MicrosHistogram latency = new MicrosHistogram();
  private final MicrosHistogram lateness = new MicrosHistogram();

  /** When the late sends were due that have no answer yet. */
  private final Set<Long> lateDue = new HashSet<>();

  private final ItemTally items = new ItemTally();
  private final boolean hasItems;
  private Instant startedAt = Instant.now();
  private Window window = Window.notYet();
  private long valid;
  private long responses;
  private long reconnects;
  private long sent;
  private long lateSends;
  private long waitedNanos;
  private long cpuNanos;
  private long cpuSinceNanos;
  private double driverCpuShare = Double.NaN;

  /**
   * @param ratePerSecond of an open loop: what counts is what was due in the window; empty for a
   *     closed one: what counts is what ended in it
   * @param exchanges the names of the load's; none for an echo
   * @param hasItems whether bodies are streams of items
   */
  Tally(OptionalDouble ratePerSecond, List<String> exchanges, boolean hasItems) {
    this.ratePerSecond = ratePerSecond;
    this.exchanges = exchanges;
    this.responsesOfExchange = new long[exchanges.size()];
    this.rightOfExchange = new long[exchanges.size()];
    this.hasItems = hasItems;
  }

  Window window() {
    return window;
  }

  /** From now on the slice runs. */
  void begin(Window slice) {
    startedAt = Instant.now();
    window = slice;
  }

  /**
   * In an open loop: a request goes out.
   *
   * @param hasWaited whether it was due before a connection was idle: the wait is the server's, and
   *     the driver was as late as it was seen to be due
   */
  void goes(long dueNanos, long nowNanos, boolean hasWaited) {
    if (window.holds(dueNanos)) {
      sent++;
      if (!hasWaited) {
        lateBy(nowNanos - dueNanos, dueNanos);
      }
    }
  }

  /** In an open loop: a request was seen to be due, and there is no connection for it. */
  void waits(long dueNanos, long seenNanos) {
    if (window.holds(dueNanos)) {
      lateBy(seenNanos - dueNanos, dueNanos);
    }
  }

  private void lateBy(long nanos, long dueNanos) {
    lateness.record(nanos);
    if (nanos > LATE_NANOS) {
      lateSends++;
      lateDue.add(dueNanos);
    }
  }

  /**
   * Items of one stream.
   *
   * @param lastNanos when the one before them arrived; 0 where they are the first
   */
  void itemsArrived(long count, long lastNanos, long nowNanos) {
    if (window.holds(nowNanos)) {
      items.arrived(count, lastNanos, nowNanos);
    }
  }

  /** A message that came back as it went. */
  void right(long dueNanos, long nowNanos) {
    responses++;
    if (window.holds(ratePerSecond.isPresent() ? dueNanos : nowNanos)) {
      valid++;
      if (!lateDue.remove(dueNanos)) {
        latency.record(nowNanos - dueNanos);
      }
    }
  }

  /**
   * @param exchange which one of the load's
   */
  void right(long dueNanos, long nowNanos, int exchange) {
    responsesOfExchange[exchange]++;
    rightOfExchange[exchange]++;
    right(dueNanos, nowNanos);
  }

  /** An answer that was wrong: an error whenever it came, and never speed. */
  void wrong(Fault fault) {
    responses++;
    failed(fault);
  }

  /**
   * @param exchange which one of the load's
   */
  void wrong(Fault fault, int exchange) {
    responsesOfExchange[exchange]++;
    wrong(fault);
  }

  /** A request that got no answer. */
  void failed(Fault fault) {
    Errors ofKind = errors.computeIfAbsent(fault.kind(), kind -> new Errors());
    ofKind.count++;
    if (ofKind.examples.size() < EXAMPLES_PER_KIND) {
      String example = fault.example();
      int length = Math.min(example.length(), EXAMPLE_LENGTH_MAX);
      ofKind.examples.add(example.substring(0, length));
    }
  }

  void reconnected() {
    reconnects++;
  }

  long errorsOf(ErrorKind kind) {
    return errors.containsKey(kind) ? errors.get(kind).count : 0;
  }

  /** The driver turned its event loop for so long because nothing was due: that is no work. */
  void waited(long nanos) {
    waitedNanos += nanos;
  }

  /** To be called when the window opens. */
  void watchCpu() {
    cpuNanos = workNanos();
    cpuSinceNanos = System.nanoTime();
  }

  /** To be called when the window closes; on a busy machine the sample may be taken before. */
  void readCpu() {
    if (cpuSinceNanos != 0 && Double.isNaN(driverCpuShare)) {
      double passedNanos = Math.max(1, System.nanoTime() - cpuSinceNanos);
      driverCpuShare = Math.max(0, workNanos() - cpuNanos) / passedNanos;
    }
  }

  private long workNanos() {
    return SYSTEM.getProcessCpuTime() - waitedNanos;
  }

  Sample sample(int connections) {
    readCpu();
    double seconds = seconds();
    boolean isOpenLoop = ratePerSecond.isPresent();
    return new Sample(
        Sample.SCHEMA_VERSION,
        DRIVER,
        startedAt.truncatedTo(ChronoUnit.MILLIS).toString(),
        connections,
        seconds,
        valid,
        responses,
        reconnects,
        exchangeCounts(),
        perSecond(valid, seconds),
        isOpenLoop ? ratePerSecond.getAsDouble() : null,
        isOpenLoop ? perSecond(sent, seconds) : null,
        latencies(),
        lateness.count() > 0 ? lateness.percentiles() : null,
        isOpenLoop ? lateSends : null,
        hasItems ? items.sample(seconds) : null,
        errors(),
        latency.encoded(),
        Double.isNaN(driverCpuShare) ? 0 : driverCpuShare);
  }

  /** Shorter than asked for where the slice was given up. */
  private double seconds() {
    long now = System.nanoTime();
    long endedAt = window.isOver(now) ? window.closesAtNanos() : now;
    return Math.max(0, endedAt - window.opensAtNanos()) / NANOS_IN_SECOND;
  }

  private static double perSecond(long count, double seconds) {
    return seconds > 0 ? count / seconds : 0;
  }

  private Sample.Percentiles latencies() {
    Sample.Percentiles both = latency.percentiles();
    return latency.count() >= P99_REQUESTS_MIN ? both : new Sample.Percentiles(both.p50(), null);
  }

  private List<Sample.ExchangeCount> exchangeCounts() {
    return IntStream.range(0, exchanges.size())
        .mapToObj(
            at ->
                new Sample.ExchangeCount(
                    exchanges.get(at), responsesOfExchange[at], rightOfExchange[at]))
        .toList();
  }

  private Sample.Errors errors() {
    Map<String, Sample.ErrorsOfKind> kinds = new LinkedHashMap<>();
    errors.forEach(
        (kind, found) ->
            kinds.put(kind.key(), new Sample.ErrorsOfKind(found.count, found.examples)));
    return new Sample.Errors(errors.values().stream().mapToLong(e -> e.count).sum(), kinds);
  }
}

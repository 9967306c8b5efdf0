// Tells from the slices of one set of processes whether a server gets worse while it is loaded: it
// slows down, or it grows.
package dev.loadline.measure;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * @param workload of which it is plainest
 * @param what such as {@code its throughput fell by 31 % after 26 of 40 blocks}
 */
public record Drift(Way way, String workload, String what) {
  /**
   * In a run there are some hundred series, and noise alone must not make one of them look like a
   * trend: two-sided 0.1 % of the standard normal distribution. Fresh processes have to show the
   * same.
   */
  private static final double TREND_Z = 3.29;

  /**
   * The same for a step, which a trend is blind to where it comes late: a cache that is full, say.
   */
  private static final double CHANGE_CHANCE_MAX = 0.001;

  /** Less than a tenth is nothing to stop a gate for. */
  private static final double SLOWER_MIN = Math.log(1.1);

  /** Worth more blocks is half as much, where one in ten (one-sided) looks like such a trend. */
  private static final double SUSPECT_SLOWER_MIN = SLOWER_MIN / 2;

  private static final double SUSPECT_Z = 1.28;

  /**
   * A series of ratios moves with its reference too: so much of the move must be the server's own.
   */
  private static final double OWN_SHARE_MIN = 0.5;

  private static final double MEBIBYTE = 1024 * 1024;

  /**
   * A JVM fills up to 384 MiB of heap before it collects, most of it in the warm-up; a leak goes
   * on.
   */
  private static final double GROWTH_BYTES_MIN = 128 * MEBIBYTE;

  /**
   * A JVM whose compilers are busy gives them a fifth to a half of its core; one that is warm, some
   * hundredths.
   */
  private static final double COMPILER_SHARE_MAX = 0.1;

  /** How a server gets worse. */
  public enum Way {
    SLOWS_DOWN("slowsDown"),
    GROWS("grows");

    private final String word;

    Way(String word) {
      this.word = word;
    }

    /** As reports have it. */
    public String word() {
      return word;
    }
  }

  /**
   * What is seen of a server's speed on one workload.
   *
   * @param throughput relative to a reference: what the machine does to both alike is divided out
   * @param speeds logarithms of the server's own, from the same blocks
   */
  record Pace(String workload, Series throughput, List<Double> speeds) {
    List<Double> harms() {
      return throughput.harms();
    }
  }

  /**
   * Memory after a slice.
   *
   * @param bytes resident
   */
  record Residence(String workload, double bytes) {}

  /**
   * Both, where both move: a leak slows its server too, and is what to look for.
   *
   * @param paces of one server and one set of processes, a workload each
   * @param residences of the same server, in order of time
   */
  static List<Drift> of(List<Pace> paces, List<Residence> residences) {
    List<Pace> rested = rested(paces).toList();
    List<Drift> slower = rested.stream().flatMap(pace -> slowing(pace).stream()).toList();
    Stream<Drift> slowing = slower.isEmpty() ? slowingTogether(rested).stream() : slower.stream();
    return Stream.concat(slowing, growing(residences).stream()).toList();
  }

  /**
   * May more blocks show that it slows down? A wear that grows with all that was asked of a server
   * has grown in its warm-up too, so that a few blocks lose little and more of them more. How much
   * of it is the server's own is asked then.
   *
   * @param paces as for {@link #of}, which finds none
   */
  static boolean maySlowDown(List<Pace> paces) {
    List<List<Double>> harms = rested(paces).map(Pace::harms).toList();
    return !harms.isEmpty()
        && Steady.haveTrend(harms, SUSPECT_Z)
        && Steady.median(harms.stream().map(Drift::halfMovement).toList()) >= SUSPECT_SLOWER_MIN;
  }

  private static Stream<Pace> rested(List<Pace> paces) {
    return paces.stream()
        .filter(pace -> pace.harms().size() > 1)
        .filter(pace -> whyStillCompiling(pace.throughput().compilerShares()).isEmpty());
  }

  private static Optional<Drift> slowing(Pace pace) {
    List<Double> harms = pace.harms();
    Steady.ChangePoint change = Steady.changePointOf(harms);
    double move = movement(harms, change.after());
    boolean isPlain = change.chance() <= CHANGE_CHANCE_MAX || Steady.hasTrend(harms, TREND_Z);
    int ownAfter = (int) Math.round((double) change.after() / harms.size() * pace.speeds().size());
    if (!isPlain || !isSlower(move, -movement(pace.speeds(), ownAfter))) {
      return Optional.empty();
    }
    String what =
        "its throughput fell by %d %% after %d of %d blocks"
            .formatted(percentOf(move), change.after(), harms.size());
    return Optional.of(new Drift(Way.SLOWS_DOWN, pace.workload(), what));
  }

  /** A few blocks of one workload show nothing, and the same few of ten do. */
  private static Optional<Drift> slowingTogether(List<Pace> paces) {
    if (paces.size() < 2) {
      return Optional.empty();
    }
    List<Double> moves = paces.stream().map(pace -> halfMovement(pace.harms())).toList();
    List<Double> own = paces.stream().map(pace -> -halfMovement(pace.speeds())).toList();
    double move = Steady.median(moves);
    List<List<Double>> harms = paces.stream().map(Pace::harms).toList();
    if (!Steady.haveTrend(harms, TREND_Z) || !isSlower(move, Steady.median(own))) {
      return Optional.empty();
    }
    String workload = paces.get(moves.indexOf(Collections.max(moves))).workload();
    String what =
        "its throughput on %d workloads fell by %d %% from the first half of the blocks to the last"
            .formatted(paces.size(), percentOf(move));
    return Optional.of(new Drift(Way.SLOWS_DOWN, workload, what));
  }

  /**
   * @param move of its harms
   * @param own what its own speed has lost
   */
  private static boolean isSlower(double move, double own) {
    return move >= SLOWER_MIN && own >= OWN_SHARE_MIN * move;
  }

  /**
   * @param move a log ratio
   */
  private static long percentOf(double move) {
    return Math.round((1 - Math.exp(-move)) * 100);
  }

  private static Optional<Drift> growing(List<Residence> residences) {
    if (residences.size() < 2) {
      return Optional.empty();
    }
    List<Double> bytes = residences.stream().map(Residence::bytes).toList();
    // Not a step: a JVM takes its heap in one.
    double growth = halfMovement(bytes);
    if (growth < GROWTH_BYTES_MIN || !Steady.hasTrend(bytes, TREND_Z)) {
      return Optional.empty();
    }
    String what =
        "its memory grew by %d MiB from the first half of the slices to the last"
            .formatted(Math.round(growth / MEBIBYTE));
    return Optional.of(new Drift(Way.GROWS, growsMostOn(residences), what));
  }

  /**
   * The workload whose slices have added most.
   *
   * @param residences in order of time; at least two
   */
  private static String growsMostOn(List<Residence> residences) {
    Map<String, Double> added = new HashMap<>();
    for (int at = 1; at < residences.size(); at++) {
      Residence after = residences.get(at);
      added.merge(after.workload(), after.bytes() - residences.get(at - 1).bytes(), Double::sum);
    }
    return Collections.max(added.entrySet(), Map.Entry.comparingByValue()).getKey();
  }

  /**
   * What would fail a JVM that still compiles is how young it is: on a slow machine it needs a
   * minute for what takes it seconds elsewhere, longer than any build would warm it.
   *
   * @param compilerShares CPU time of the server's compilers in each block, as shares of one core
   */
  static Optional<String> whyStillCompiling(List<Double> compilerShares) {
    if (compilerShares.isEmpty() || Steady.median(compilerShares) <= COMPILER_SHARE_MAX) {
      return Optional.empty();
    }
    return Optional.of(
        "it still warmed up: its compilers had %d %% of a core"
            .formatted(Math.round(Steady.median(compilerShares) * 100)));
  }

  private static double halfMovement(List<Double> values) {
    return movement(values, values.size() / 2);
  }

  /**
   * @param after so many values; there are some before and behind
   * @return median of those behind less that of those before
   */
  private static double movement(List<Double> values, int after) {
    return Steady.median(values.subList(after, values.size()))
        - Steady.median(values.subList(0, after));
  }
}

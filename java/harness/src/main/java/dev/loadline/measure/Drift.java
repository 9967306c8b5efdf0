// Tells from the blocks of one set of processes whether a server gets worse while it is loaded: it
// slows down, or it grows.
package dev.loadline.measure;

import dev.loadline.measure.Records.Block;
import dev.loadline.measure.SliceRecord.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * @param what such as {@code its throughput fell by 31 % after 26 of 40 blocks}
 */
public record Drift(Way way, String what) {
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

  /**
   * A series of ratios moves with its reference too: so much of the move must be the server's own.
   */
  private static final double OWN_SHARE_MIN = 0.5;

  private static final double MEBIBYTE = 1024 * 1024;

  /**
   * A JVM fills up to 256 MiB of heap before it collects, most of it in the warm-up; a leak goes
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
   * Both, where both move: a leak slows its server too, and is what to look for.
   *
   * @param blocks of one comparison and one set of processes
   * @param throughput relative to a reference, from the same blocks: what the machine does to both
   *     alike is divided out; empty where there is none
   */
  static List<Drift> of(List<Block> blocks, Optional<Series> throughput) {
    List<Double> resident =
        samples(blocks).flatMap(sample -> sample.residentBytes().stream().boxed()).toList();
    return Stream.of(
            throughput.flatMap(series -> slowing(series, ownSpeeds(blocks))), growing(resident))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Stream<Sample> samples(List<Block> blocks) {
    return blocks.stream().flatMap(block -> block.subject().sample().stream());
  }

  /** Logarithms. */
  private static List<Double> ownSpeeds(List<Block> blocks) {
    List<Block> valid =
        blocks.stream()
            .filter(block -> block.kind() == Kind.THROUGHPUT)
            .filter(block -> block.subject().invalid().isEmpty())
            .toList();
    return samples(valid)
        .map(Sample::requestsPerSecond)
        .filter(speed -> speed > 0)
        .map(Math::log)
        .toList();
  }

  private static Optional<Drift> slowing(Series throughput, List<Double> speeds) {
    List<Double> harms = throughput.harms();
    if (harms.size() < 2 || whyStillCompiling(throughput.compilerShares()).isPresent()) {
      return Optional.empty();
    }
    Steady.ChangePoint change = Steady.changePointOf(harms);
    double move = movement(harms, change.after());
    boolean isPlain = change.chance() <= CHANGE_CHANCE_MAX || Steady.hasTrend(harms, TREND_Z);
    if (!isPlain || move < SLOWER_MIN) {
      return Optional.empty();
    }
    int ownAfter = (int) Math.round((double) change.after() / harms.size() * speeds.size());
    if (-movement(speeds, ownAfter) < OWN_SHARE_MIN * move) {
      return Optional.empty();
    }
    String what =
        "its throughput fell by %d %% after %d of %d blocks"
            .formatted(Math.round((1 - Math.exp(-move)) * 100), change.after(), harms.size());
    return Optional.of(new Drift(Way.SLOWS_DOWN, what));
  }

  private static Optional<Drift> growing(List<Double> residentBytes) {
    if (residentBytes.size() < 2) {
      return Optional.empty();
    }
    // Not a step: a JVM takes its heap in one.
    double growth = movement(residentBytes, residentBytes.size() / 2);
    if (growth < GROWTH_BYTES_MIN || !Steady.hasTrend(residentBytes, TREND_Z)) {
      return Optional.empty();
    }
    String what =
        "its memory grew by %d MiB from the first half of the slices to the last"
            .formatted(Math.round(growth / MEBIBYTE));
    return Optional.of(new Drift(Way.GROWS, what));
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

  /**
   * @param after so many values; there are some before and behind
   * @return median of those behind less that of those before
   */
  private static double movement(List<Double> values, int after) {
    return Steady.median(values.subList(after, values.size()))
        - Steady.median(values.subList(0, after));
  }

  /**
   * @param sets what each set of processes has shown, in order
   * @return what two of them have shown: chance hardly shows it twice
   */
  static List<Drift> confirmed(List<List<Drift>> sets) {
    List<Way> seen = new ArrayList<>();
    Map<Way, Drift> again = new LinkedHashMap<>();
    for (List<Drift> drifts : sets) {
      drifts.stream()
          .filter(drift -> seen.contains(drift.way()))
          .forEach(drift -> again.put(drift.way(), drift));
      drifts.forEach(drift -> seen.add(drift.way()));
    }
    return List.copyOf(again.values());
  }
}

// What is decided of one metric: by the harms of one set of processes, and by all sets that were
// asked about it.
package dev.loadline.measure;

import dev.loadline.judge.Evidence;
import dev.loadline.judge.Evidence.Side;
import dev.loadline.thresholds.Gate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What one set of processes says of a metric.
 *
 * @param process which set
 * @param isDecided whether more blocks would change nothing, or may not be had
 * @param isAlarmed whether its evidence for harm, taken alone, would fail a run
 * @param isSuspect whether what was seen speaks rather for harm than against it
 * @param whyCompiling why it is not failed, though it was worse than its limit
 * @param scales of the bets
 */
record Decision(
    int process,
    Series series,
    Verdict verdict,
    boolean isDecided,
    boolean isAlarmed,
    boolean isSuspect,
    Optional<String> whyCompiling,
    double failEvidence,
    double passEvidence,
    List<Double> scales) {
  /**
   * So many sets of processes are asked of what is alarming, the first included. A JVM comes to
   * another state in each process and stays there: were one in ten so much slower that it alarms,
   * three of them would be so in one run of a thousand.
   */
  static final int SETS_MAX = 3;

  /**
   * From so many blocks on, a metric of which most are invalid is given up; but what others have of
   * the CPU may pass.
   */
  private static final int INVALID_BLOCKS_MIN = 8;

  /**
   * So many that are left out for one that counts: then what is left is chance. On a noisy machine
   * every second block is left out.
   */
  private static final int LEFT_OUT_FOR_ONE_MAX = 3;

  /**
   * How sure a run must be, of how many metrics.
   *
   * @param alpha rate of false alarms of the whole run
   * @param beta rate of passes of what is at its limit
   * @param maxBlocks that count
   * @param metrics of the whole run
   */
  record ErrorRates(double alpha, double beta, int minBlocks, int maxBlocks, int metrics) {
    static ErrorRates of(Gate gate, int metrics) {
      return new ErrorRates(
          gate.falseAlarm(), gate.missed(), gate.minBlocks(), gate.maxBlocks(), metrics);
    }

    /**
     * How many metrics share the false alarms. Fresh processes are only asked about what was
     * alarming, which in unchanged code happens by chance to one metric in 1/alpha: they need not
     * convince for all others again. (For each of M metrics an alarm has a chance of alpha at most,
     * and each of the two sets that follow one of alpha/sharers: together M * alpha * 2 *
     * alpha/sharers, which is no more than alpha.)
     *
     * @param process which set of processes, from 1 on
     */
    int sharers(int process) {
      return process == 1
          ? metrics
          : Math.max(1, (int) Math.ceil(metrics * alpha * (SETS_MAX - 1)));
    }
  }

  /**
   * What is decided stays decided, at whichever block one looks (Vovk &amp; Wang 2021): a metric
   * that has passed has passed, and evidence that alone lifts the mean over all that share the
   * false alarms to 1/alpha names this one.
   *
   * @param process which set of processes
   */
  static Decision of(Metric metric, Series series, ErrorRates rates, int process) {
    Evidence fail = Evidence.of(0, Side.ABOVE, metric.pairDeviation());
    Evidence pass = Evidence.of(metric.passBelow(), Side.BELOW, metric.passDeviation());
    List<Double> scales = new ArrayList<>();
    boolean hasAlarmed = false;
    boolean hasFailed = false;
    boolean hasPassed = false;
    for (double harm : series.harms()) {
      double scale = Evidence.nextScale(series.harms().subList(0, scales.size()));
      fail.add(harm, scale);
      pass.add(harm, scale);
      scales.add(scale);
      hasAlarmed |= fail.value() >= 1 / rates.alpha();
      hasFailed |= fail.value() / rates.sharers(process) >= 1 / rates.alpha();
      hasPassed |= pass.value() >= 1 / rates.beta();
    }
    Optional<String> whyCompiling =
        hasFailed ? Drift.whyStillCompiling(series.compilerShares()) : Optional.empty();
    return new Decision(
        process,
        series,
        verdict(hasFailed && whyCompiling.isEmpty(), hasPassed, whyCompiling, series),
        isDecided(series, rates, hasFailed || hasPassed),
        hasAlarmed,
        fail.value() > pass.value(),
        whyCompiling,
        fail.value(),
        pass.value(),
        scales);
  }

  private static Verdict verdict(
      boolean hasFailed, boolean hasPassed, Optional<String> whyCompiling, Series series) {
    if (hasFailed) {
      return Verdict.FAIL;
    }
    if (whyCompiling.isPresent() || isTooMany(series.leftOut().size(), series)) {
      return Verdict.INVALID;
    }
    return hasPassed ? Verdict.PASS : Verdict.INCONCLUSIVE;
  }

  /**
   * @param isPlain whether its evidence suffices
   */
  private static boolean isDecided(Series series, ErrorRates rates, boolean isPlain) {
    // A block that is left out is taken again, unless too many are: what others have of the CPU is
    // not to use up the budget.
    boolean isHopeless =
        series.blocks() >= rates.maxBlocks() && isTooMany(series.leftOut().size(), series);
    if (series.harms().size() >= rates.maxBlocks() || isHopeless) {
      return true;
    }
    long lasting = series.leftOut().stream().filter(why -> !Invalid.isStolen(why)).count();
    boolean isGivenUp = series.blocks() >= INVALID_BLOCKS_MIN && isTooMany(lasting, series);
    return series.blocks() >= rates.minBlocks() && (isGivenUp || isPlain);
  }

  private static boolean isTooMany(long leftOut, Series series) {
    return leftOut > (long) LEFT_OUT_FOR_ONE_MAX * series.harms().size();
  }

  /**
   * What fresh processes say that lean towards what was alarming, and not far enough, neither
   * confirms it nor takes it back; what is not to be trusted says nothing either.
   */
  private boolean isMute() {
    if (verdict == Verdict.INVALID) {
      return true;
    }
    return process > 1 && verdict == Verdict.INCONCLUSIVE && !isAlarmed && isSuspect;
  }

  /**
   * Blocks of one process cannot show that a JVM comes to another state in each: what is alarming
   * is asked of fresh ones, and again where they give no answer.
   *
   * @param decision what counts
   * @param isAlarming whether fresh processes are to be asked
   * @param earlier what was alarming before it
   */
  record Standing(Decision decision, boolean isAlarming, List<Decision> earlier) {

    /**
     * @param decisions of each set of processes that was asked, in order; at least one
     */
    static Standing of(List<Decision> decisions) {
      Decision last = decisions.get(decisions.size() - 1);
      List<Decision> before =
          decisions.subList(0, decisions.size() - 1).stream()
              .filter(decision -> !decision.isMute())
              .toList();
      if (!last.isMute()) {
        return new Standing(last, last.isAlarmed() && last.verdict() != Verdict.PASS, before);
      }
      boolean isAlarming = !before.isEmpty() || last.whyCompiling().isPresent();
      if (before.size() < 2) {
        return new Standing(last, isAlarming, before);
      }
      // Where the last say nothing, and two sets before them had agreed, what those say stands.
      int agreed = before.size() - 1;
      return new Standing(before.get(agreed), isAlarming, before.subList(0, agreed));
    }
  }
}

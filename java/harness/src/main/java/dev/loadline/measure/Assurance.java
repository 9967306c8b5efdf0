// How sure a run must be, when a metric needs no more blocks, and when fresh processes are asked.
package dev.loadline.measure;

import dev.loadline.judge.Judge;
import dev.loadline.judge.Judged;
import dev.loadline.judge.Recorded;
import dev.loadline.measure.Cell.Verdict;
import dev.loadline.thresholds.Gate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * @param metrics of the whole run
 */
record Assurance(Gate gate, int metrics) {
  /**
   * So many sets of processes are asked of what is alarming, the first included. A JVM comes to
   * another state in each process and stays there: were one in ten so much slower that it alarms,
   * three of them would be so in one run of a thousand.
   */
  static final int PROCESSES_MAX = 3;

  /**
   * From so many blocks on, a metric of which most are invalid is given up; but what others have of
   * the CPU may pass.
   */
  private static final int INVALID_BLOCKS_MIN = 8;

  Judged.Metric judged(Metric.Series series) {
    return judgedAmong(sharers(series.process()), series);
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
  private int sharers(int process) {
    int following = PROCESSES_MAX - 1;
    return process == 1
        ? metrics
        : Math.max(1, (int) Math.ceil(metrics * gate.falseAlarm() * following));
  }

  private Judged.Metric judgedAmong(int many, Metric.Series series) {
    Recorded.Metric metric = new Recorded.Metric(0, 0, series.harms());
    return Judge.judgeAlone(metric, gate.falseAlarm(), gate.missed(), many);
  }

  /** Why it is not failed, though it was worse than its limit. */
  Optional<String> whyWarming(Metric.Series series) {
    return judged(series).verdict() == Judged.Verdict.FAIL
        ? NeverSteady.whyStillWarming(Steady.array(series.compilerShares()))
        : Optional.empty();
  }

  /** Of one metric, by the blocks of one set of processes. */
  Verdict verdict(Metric.Series series) {
    Judged.Verdict judged = judged(series).verdict();
    if (judged == Judged.Verdict.FAIL) {
      return whyWarming(series).isPresent() ? Verdict.INVALID : Verdict.FAIL;
    }
    if (series.isMostlyInvalid() || series.blocks() == 0) {
      return Verdict.INVALID;
    }
    return judged == Judged.Verdict.PASS ? Verdict.PASS : Verdict.INCONCLUSIVE;
  }

  /**
   * The whole run's harms that stand, once: evidence that is spread over many metrics fails a run
   * too. What is invalid has nothing to say.
   *
   * @param slices of all workloads and all sets of processes
   * @return empty when no block of any was sound
   */
  Optional<Judged> judgedTogether(List<Metric> all, List<BlockSlice> slices) {
    Map<String, Recorded.Metric> recorded = new LinkedHashMap<>();
    for (Metric metric : all) {
      Metric.Series series = Standing.of(metric, slices, this).series();
      if (!series.harms().isEmpty() && verdict(series) != Verdict.INVALID) {
        recorded.put(metric.name(), new Recorded.Metric(0, 0, series.harms()));
      }
    }
    return recorded.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Judge.judge(
                new Recorded(gate.falseAlarm(), gate.missed(), gate.maxBlocks(), recorded)));
  }

  /** Would more blocks change nothing, or may they not be had? */
  boolean isDecided(Metric.Series series) {
    if (series.blocks() >= gate.maxBlocks()) {
      return true;
    }
    boolean givenUp = series.blocks() >= INVALID_BLOCKS_MIN && series.isInvalidForGood();
    return series.blocks() >= gate.minBlocks()
        && (givenUp || judged(series).verdict() != Judged.Verdict.INCONCLUSIVE);
  }

  /**
   * Fresh processes that lean towards what was alarming, and not far enough, neither confirm it nor
   * take it back; what is not to be trusted says nothing either.
   */
  boolean isMute(Metric.Series series) {
    Verdict verdict = verdict(series);
    if (verdict == Verdict.INVALID) {
      return true;
    }
    boolean undecided = verdict == Verdict.INCONCLUSIVE && !isAlarming(series);
    return series.process() > 1 && undecided && isSuspect(series);
  }

  /** Does what was seen speak rather for harm? */
  boolean isSuspect(Metric.Series series) {
    Judged.Metric judged = judged(series);
    return judged.failEvidence() > judged.passEvidence();
  }

  /**
   * Would it fail, were it the only metric? Without one like that the mean of all cannot fail the
   * run either: fresh processes are asked about these and no others.
   */
  boolean isAlarming(Metric.Series series) {
    return judgedAmong(1, series).verdict() == Judged.Verdict.FAIL
        && Set.of(Verdict.FAIL, Verdict.INCONCLUSIVE).contains(verdict(series));
  }
}

// How sure a run must be, and when a metric needs no more blocks.
package dev.loadline.measure;

import dev.loadline.judge.Judge;
import dev.loadline.judge.Judged;
import dev.loadline.judge.Judged.Verdict;
import dev.loadline.judge.Recorded;
import dev.loadline.thresholds.Gate;

/**
 * @param metrics how many metrics share the run's false alarms
 */
record Assurance(Gate gate, int metrics) {
  /** From so many blocks on, a metric of which most are invalid is given up. */
  private static final int INVALID_BLOCKS_MIN = 8;

  Judged.Metric judged(Metric.Series series) {
    Recorded.Metric metric = new Recorded.Metric(0, 0, series.harms());
    return Judge.judgeAlone(metric, gate.falseAlarm(), gate.missed(), metrics);
  }

  /** Would more blocks change nothing, or may they not be had? */
  boolean isDecided(Metric.Series series) {
    if (series.blocks() >= gate.maxBlocks()) {
      return true;
    }
    boolean givenUp = series.blocks() >= INVALID_BLOCKS_MIN && series.isMostlyInvalid();
    return series.blocks() >= gate.minBlocks()
        && (givenUp || judged(series).verdict() != Verdict.INCONCLUSIVE);
  }
}

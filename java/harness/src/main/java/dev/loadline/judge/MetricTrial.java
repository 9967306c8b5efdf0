// One metric while its blocks are read.
package dev.loadline.judge;

import dev.loadline.judge.Judged.Interval;
import dev.loadline.judge.Judged.Verdict;
import java.util.ArrayList;
import java.util.List;

final class MetricTrial {
  private final String name;
  private final List<Double> recorded;
  private final List<Double> harms = new ArrayList<>();
  private final List<Double> scales = new ArrayList<>();
  private final double pairDeviation;
  private final Evidence fail;
  private final Evidence pass;
  private boolean passed;

  MetricTrial(String name, Recorded.Metric metric) {
    this.name = name;
    this.recorded = metric.harms();
    this.pairDeviation = metric.pairDeviation().orElse(0);
    this.fail = Evidence.of(metric.failAbove(), Evidence.Side.ABOVE, pairDeviation);
    this.pass = Evidence.of(metric.passBelow(), Evidence.Side.BELOW, pairDeviation);
  }

  String name() {
    return name;
  }

  boolean hasNext() {
    return harms.size() < recorded.size();
  }

  boolean passed() {
    return passed;
  }

  double failEvidence() {
    return fail.value();
  }

  void readBlock(double beta) {
    if (!hasNext()) {
      return;
    }
    double harm = recorded.get(harms.size());
    double scale = Evidence.nextScale(harms);
    fail.add(harm, scale);
    pass.add(harm, scale);
    harms.add(harm);
    scales.add(scale);
    passed |= pass.value() >= 1 / beta;
  }

  /**
   * @param level evidence that rejects an end of the interval
   */
  Judged.Metric judged(boolean culprit, double level) {
    Verdict verdict = culprit ? Verdict.FAIL : passed ? Verdict.PASS : Verdict.INCONCLUSIVE;
    return new Judged.Metric(verdict, fail.value(), pass.value(), estimate(), interval(level));
  }

  private Double estimate() {
    if (harms.isEmpty()) {
      return null;
    }
    return Evidence.median(harms.stream().mapToDouble(Double::doubleValue).toArray());
  }

  private Interval interval(double level) {
    return new Interval(
        Evidence.intervalEnd(harms, scales, level, Evidence.Side.ABOVE, pairDeviation),
        Evidence.intervalEnd(harms, scales, level, Evidence.Side.BELOW, pairDeviation));
  }
}

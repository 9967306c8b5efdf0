// What stands of a metric: a JVM comes to another state in each process, which blocks of one cannot
// show, so that fresh ones are asked about an alarm, and again where they give no answer. The last
// of them has the word; where it says nothing, two that had agreed before have it.
package dev.loadline.measure;

import java.util.ArrayList;
import java.util.List;

/**
 * @param process the set of processes that was asked last, from 1 on
 * @param series what those measured that have the word
 * @param earlier what those before it measured, in order: each was alarming
 */
record Standing(int process, Metric.Series series, List<Metric.Series> earlier) {
  private static final int AGREEING_MIN = 2;

  /**
   * Not simply of the latest slices: throughput is also measured to find the rate of a p99 that is
   * asked about, and then has nothing to say.
   *
   * @param slices of all arms and all sets of processes, in order of time
   */
  static Standing of(Metric metric, List<BlockSlice> slices, Assurance assurance) {
    List<Metric.Series> earlier = new ArrayList<>();
    int process = 1;
    Metric.Series series = metric.series(slices, process);
    while (isOpen(series, earlier, assurance) && metric.series(slices, process + 1).blocks() > 0) {
      if (assurance.isAlarming(series)) {
        earlier.add(series);
      }
      process++;
      series = metric.series(slices, process);
    }
    if (assurance.isMute(series) && earlier.size() >= AGREEING_MIN) {
      series = earlier.remove(earlier.size() - 1);
    }
    return new Standing(process, series, List.copyOf(earlier));
  }

  private static boolean isOpen(
      Metric.Series series, List<Metric.Series> earlier, Assurance assurance) {
    return assurance.isMute(series)
        ? !earlier.isEmpty() || assurance.whyWarming(series).isPresent()
        : assurance.isAlarming(series);
  }

  /**
   * The metrics that the next set of processes is asked about. Faults are no matter of the state
   * that a process is in: they fail at once. What a set could not measure for want of time is not
   * asked of the next.
   *
   * @param process the last set that was asked
   */
  static List<Metric> alarming(
      List<Metric> metrics, List<BlockSlice> slices, int process, Assurance assurance) {
    return metrics.stream()
        .filter(metric -> Cells.faults(metric.stack(), metric.workload(), slices).isEmpty())
        .filter(metric -> of(metric, slices, assurance).isAlarm(process, assurance))
        .toList();
  }

  private boolean isAlarm(int of, Assurance assurance) {
    return process == of && isOpen(series, earlier, assurance);
  }
}

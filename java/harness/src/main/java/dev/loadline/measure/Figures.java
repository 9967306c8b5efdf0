// The figures of one arm on one workload that a report shows beside its verdict.
package dev.loadline.measure;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * Of the slices of throughput, medians; empty where the machine or the runtime does not tell.
 *
 * @param p50Micros of the closed loop
 * @param p99Micros of the closed loop
 * @param residentBytes the most
 * @param gcPauseShare of the time of its slices
 */
public record Figures(
    double requestsPerSecond,
    OptionalDouble p50Micros,
    OptionalDouble p99Micros,
    OptionalDouble cpuMicrosPerRequest,
    OptionalDouble residentBytes,
    OptionalDouble gcPauseShare) {

  /**
   * @param samples of throughput
   * @return empty without a sample
   */
  static Optional<Figures> of(List<Sample> samples, OptionalDouble gcPauseShare) {
    if (samples.isEmpty()) {
      return Optional.empty();
    }
    List<Double> speeds = samples.stream().map(Sample::requestsPerSecond).toList();
    return Optional.of(
        new Figures(
            Steady.median(speeds),
            median(samples, Sample::p50Micros),
            median(samples, Sample::p99Micros),
            median(samples, Sample::cpuMicrosPerRequest),
            samples.stream().flatMapToDouble(sample -> sample.residentBytes().stream()).max(),
            gcPauseShare));
  }

  private static OptionalDouble median(
      List<Sample> samples, Function<Sample, OptionalDouble> figure) {
    List<Double> known =
        samples.stream().flatMap(sample -> figure.apply(sample).stream().boxed()).toList();
    return known.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Steady.median(known));
  }
}

// Makes the verdict of a cell: what the judge says of its metrics, and what overrules it.
package dev.loadline.measure;

import dev.loadline.measure.BlockSlice.Kind;
import dev.loadline.measure.Cell.Held;
import dev.loadline.measure.Cell.Resources;
import dev.loadline.measure.Cell.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * @param assurance of the run
 * @param culprits metrics that the run as a whole names
 */
record Cells(Assurance assurance, List<String> culprits) {

  /**
   * @param metrics of this cell
   * @param result of its workload
   */
  Cell of(String stack, String workload, List<Metric> metrics, WorkloadRun.Result result) {
    List<BlockSlice> slices = result.slices();
    List<String> faults = faults(stack, workload, slices);
    if (result.noBlocks().isPresent()) {
      return faults.isEmpty()
          ? Cell.notJudged(stack, workload, result.noBlocks().get())
          : Cell.failed(stack, workload, faults);
    }
    Optional<String> noP99 = result.noP99();
    List<Metric> measured =
        metrics.stream().filter(m -> noP99.isEmpty() || m.kind() != Kind.P99).toList();
    List<String> notMeasured =
        metrics.stream()
            .filter(metric -> !measured.contains(metric))
            .map(metric -> metric.name() + ": " + noP99.orElseThrow())
            .toList();
    List<Held> held = measured.stream().map(metric -> held(metric, slices)).toList();
    List<BlockSlice> own = own(stack, workload, slices);
    // What the server did comes before what the machine did to it.
    Optional<String> invalid =
        warming(measured, slices)
            .or(() -> neverSteady(measured, own, slices))
            .or(() -> untrusted(held));
    boolean judged = !held.isEmpty() || !faults.isEmpty();
    return new Cell(
        stack,
        workload,
        measured.stream().anyMatch(Metric::isRelative)
            ? Optional.of(Arm.yardstickOf(stack))
            : Optional.empty(),
        judged ? verdict(faults, invalid, held) : Verdict.NOT_JUDGED,
        judged ? Optional.empty() : Optional.of("no limit of it was measured"),
        faults,
        invalid,
        held,
        notMeasured,
        resources(own, result.gcPauseShares().get(stack)));
  }

  private Held held(Metric metric, List<BlockSlice> slices) {
    Held held = Held.of(metric, Standing.of(metric, slices, assurance), assurance);
    return culprits.contains(metric.name()) ? named(held) : held;
  }

  private static Held named(Held held) {
    return new Held(
        held.metric(),
        Verdict.FAIL,
        held.measured(),
        held.earlier(),
        held.least(),
        held.most(),
        held.blocks(),
        held.leftOut(),
        held.failEvidence(),
        held.passEvidence());
  }

  private static List<BlockSlice> own(String stack, String workload, List<BlockSlice> slices) {
    return slices.stream()
        .filter(slice -> slice.arm().equals(stack) && slice.workload().equals(workload))
        .toList();
  }

  /** What a stack did wrong in a workload, whichever of its processes it was. */
  static List<String> faults(String stack, String workload, List<BlockSlice> slices) {
    List<BlockSlice> own = own(stack, workload, slices);
    List<String> faults = new ArrayList<>();
    own.stream().flatMap(slice -> slice.faults().stream()).distinct().forEach(faults::add);
    boolean measured = own.stream().anyMatch(slice -> slice.kind() != Kind.WARM_UP);
    boolean answered =
        own.stream().anyMatch(slice -> slice.sample().filter(s -> s.valid() > 0).isPresent());
    if (measured && !answered) {
      faults.add("no right answer at all");
    }
    return faults;
  }

  private static Optional<String> untrusted(List<Held> metrics) {
    return metrics.stream()
        .filter(held -> held.verdict() == Verdict.INVALID)
        .findFirst()
        .map(
            held ->
                held.allBlocks() == 0
                    ? "no block of %s was measured".formatted(held.metric().name())
                    : "%d of %d blocks of %s are invalid: %s"
                        .formatted(
                            held.allBlocks() - held.blocks(),
                            held.allBlocks(),
                            held.metric().name(),
                            LeftOut.told(held.leftOut())));
  }

  /** Fresh processes are young: they cannot take back what an earlier one showed with time. */
  private static Optional<String> neverSteady(
      List<Metric> metrics, List<BlockSlice> own, List<BlockSlice> slices) {
    return own.stream()
        .map(BlockSlice::process)
        .distinct()
        .flatMap(process -> neverSteady(process, metrics, own, slices).stream())
        .findFirst();
  }

  /** Of what would fail. */
  private Optional<String> warming(List<Metric> metrics, List<BlockSlice> slices) {
    return metrics.stream()
        .map(metric -> Standing.of(metric, slices, assurance).series())
        .flatMap(series -> assurance.whyWarming(series).stream())
        .findFirst();
  }

  private static Optional<String> neverSteady(
      int process, List<Metric> metrics, List<BlockSlice> own, List<BlockSlice> slices) {
    double[] harms =
        metrics.stream()
            .filter(metric -> metric.isRelative() && metric.kind() == Kind.THROUGHPUT)
            .flatMap(metric -> metric.series(slices, process).harms().stream())
            .mapToDouble(Double::doubleValue)
            .toArray();
    List<BlockSlice> ofProcess = own.stream().filter(slice -> slice.process() == process).toList();
    return NeverSteady.why(harms, known(ofProcess, Sample::residentBytes));
  }

  /** Fast errors are no throughput; what is not to be trusted is no pass. */
  private static Verdict verdict(List<String> faults, Optional<String> invalid, List<Held> held) {
    Set<Verdict> verdicts = held.stream().map(Held::verdict).collect(Collectors.toSet());
    if (!faults.isEmpty() || verdicts.contains(Verdict.FAIL)) {
      return Verdict.FAIL;
    }
    if (invalid.isPresent()) {
      return Verdict.INVALID;
    }
    return verdicts.contains(Verdict.INCONCLUSIVE) ? Verdict.INCONCLUSIVE : Verdict.PASS;
  }

  private static Resources resources(List<BlockSlice> own, Double gcPauseShare) {
    List<BlockSlice> throughput =
        own.stream().filter(slice -> slice.kind() == Kind.THROUGHPUT).toList();
    double[] cpu = known(throughput, Sample::cpuMicrosPerRequest);
    double[] resident = known(throughput, Sample::residentBytes);
    return new Resources(
        cpu.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(Steady.median(cpu)),
        Arrays.stream(resident).max(),
        gcPauseShare == null ? OptionalDouble.empty() : OptionalDouble.of(gcPauseShare));
  }

  private static double[] known(List<BlockSlice> slices, Function<Sample, OptionalDouble> figure) {
    return slices.stream()
        .flatMap(slice -> slice.sample().stream())
        .map(figure)
        .flatMapToDouble(OptionalDouble::stream)
        .toArray();
  }
}

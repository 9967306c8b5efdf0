// What came of one stack in one workload.
package dev.loadline.measure;

import dev.loadline.judge.Judged;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * @param reference what relative limits were held against
 * @param notJudged why it was not
 * @param faults what fails it whatever its speed: errors under load, an end, answers from memory
 * @param invalid why the measurement is not to be trusted
 * @param notMeasured metrics with a limit that were not measured, with the reason
 */
public record Cell(
    String stack,
    String workload,
    Optional<String> reference,
    Verdict verdict,
    Optional<String> notJudged,
    List<String> faults,
    Optional<String> invalid,
    List<Held> metrics,
    List<String> notMeasured,
    Resources resources) {

  /** What a cell or a metric can be; only a pass is one. */
  public enum Verdict {
    PASS,
    FAIL,
    INCONCLUSIVE,
    INVALID,
    NOT_JUDGED
  }

  /**
   * One limit, and how the stack held it. Figures are in the limit's unit.
   *
   * @param measured the median; empty without a sound block
   * @param earlier what earlier processes measured, in order: each was alarming, and fresh ones
   *     were asked again
   * @param least that neither side rejects, as {@link dev.loadline.judge.Judge#judgeAlone} has it
   * @param most that neither side rejects, as {@link dev.loadline.judge.Judge#judgeAlone} has it
   * @param blocks that count
   * @param leftOut how many blocks do not, by reason
   */
  public record Held(
      Metric metric,
      Verdict verdict,
      OptionalDouble measured,
      List<Double> earlier,
      OptionalDouble least,
      OptionalDouble most,
      int blocks,
      Map<String, Long> leftOut,
      double failEvidence,
      double passEvidence) {

    /** As the judge has it, in the limit's unit. */
    static Held of(Metric metric, Standing standing, Assurance assurance) {
      Metric.Series series = standing.series();
      Judged.Metric judged = assurance.judged(series);
      boolean least = metric.limit().kind().isLeast();
      Judged.Interval interval = judged.interval();
      return new Held(
          metric,
          assurance.verdict(series),
          figure(metric, judged.estimate()),
          standing.earlier().stream().map(each -> median(metric, each)).toList(),
          figure(metric, least ? interval.high() : interval.low()),
          figure(metric, least ? interval.low() : interval.high()),
          series.harms().size(),
          LeftOut.counted(series.leftOut()),
          judged.failEvidence(),
          judged.passEvidence());
    }

    private static double median(Metric metric, Metric.Series alarming) {
      return metric.limit().valueOf(Steady.median(Steady.array(alarming.harms())));
    }

    private static OptionalDouble figure(Metric metric, Double harm) {
      return harm == null
          ? OptionalDouble.empty()
          : OptionalDouble.of(metric.limit().valueOf(harm));
    }

    /** That count, or do not. */
    public long allBlocks() {
      return blocks + leftOut.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /**
   * Of the slices of throughput; empty where the machine does not tell.
   *
   * @param cpuMicrosPerRequest median
   * @param residentBytes most
   * @param gcPauseShare of the time of all slices
   */
  public record Resources(
      OptionalDouble cpuMicrosPerRequest,
      OptionalDouble residentBytes,
      OptionalDouble gcPauseShare) {
    static final Resources NONE =
        new Resources(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty());
  }

  static Cell notJudged(String stack, String workload, String reason) {
    return unmeasured(stack, workload, Verdict.NOT_JUDGED, Optional.of(reason), List.of());
  }

  static Cell failed(String stack, String workload, List<String> faults) {
    return unmeasured(stack, workload, Verdict.FAIL, Optional.empty(), faults);
  }

  private static Cell unmeasured(
      String stack,
      String workload,
      Verdict verdict,
      Optional<String> reason,
      List<String> faults) {
    return new Cell(
        stack,
        workload,
        Optional.empty(),
        verdict,
        reason,
        faults,
        Optional.empty(),
        List.of(),
        List.of(),
        Resources.NONE);
  }
}

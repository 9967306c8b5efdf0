// What is said of a comparison in a report.
package dev.loadline.measure;

import java.util.List;
import java.util.Optional;

/**
 * @param reference what it was held against; empty where there was none
 * @param verdict empty where it was not judged
 * @param notJudged why not
 * @param faults what fails it whatever its speed: errors under load, an end, answers from memory
 * @param drifts what fresh processes have confirmed: it slows down, or it grows
 * @param invalid why the measurement is not to be trusted
 * @param notMeasured metrics that were not measured
 */
public record ComparisonOutcome(
    String subject,
    Optional<String> reference,
    String workload,
    Optional<Verdict> verdict,
    Optional<String> notJudged,
    List<String> faults,
    List<Drift> drifts,
    Optional<String> invalid,
    List<MetricOutcome> metrics,
    List<NotMeasured> notMeasured,
    Optional<Figures> subjectFigures,
    Optional<Figures> referenceFigures) {

  /** A metric by its name, and why it was not measured. */
  public record NotMeasured(String name, String reason) {
    @Override
    public String toString() {
      return name + ": " + reason;
    }
  }

  /** The same, of which it is known why nothing can be said. */
  ComparisonOutcome untrusted(String reason) {
    return new ComparisonOutcome(
        subject,
        reference,
        workload,
        Optional.of(Verdict.INVALID),
        Optional.empty(),
        faults,
        drifts,
        Optional.of(reason),
        metrics,
        notMeasured,
        subjectFigures,
        referenceFigures);
  }

  /** Such as {@code java/javalin hash}. */
  public String name() {
    return subject + " " + workload;
  }
}

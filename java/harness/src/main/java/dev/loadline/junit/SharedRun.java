// One run, which all tests that ask for its comparisons share.
package dev.loadline.junit;

import dev.loadline.measure.ComparisonOutcome;
import dev.loadline.measure.Measured;
import dev.loadline.measure.Measurement;
import dev.loadline.reports.Compared;
import dev.loadline.reports.LastWord;
import dev.loadline.reports.Page;
import dev.loadline.reports.ReportFile;
import dev.loadline.reports.VerdictTable;
import dev.loadline.thresholds.Gate;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

abstract class SharedRun implements AutoCloseable {
  private static final String VERSION =
      Optional.ofNullable(SharedRun.class.getPackage().getImplementationVersion()).orElse("0.1.0");

  private final Path folder;
  private Measured measured;

  /**
   * @param folder where report.json and blocks.ndjson go
   */
  SharedRun(Path folder) {
    this.folder = folder;
  }

  /** Passes, fails or skips a test, by what is found of one stack on one workload. */
  abstract void tell(String stack, String workload) throws InterruptedException, IOException;

  abstract Gate gate();

  abstract Measured measure() throws InterruptedException, IOException;

  /** Measures when it is asked for the first time. */
  synchronized Measured measured() throws InterruptedException, IOException {
    if (measured == null) {
      measured = measure();
    }
    return measured;
  }

  Optional<ComparisonOutcome> found(String stack, String workload)
      throws InterruptedException, IOException {
    return measured().comparison(stack, workload);
  }

  /**
   * @param isFull whether every p99 is judged
   * @param time how long it may measure
   */
  Measurement.Options options(boolean isFull, Duration time) {
    return Measurement.Options.of(time, isFull, folder.resolve("blocks.ndjson"));
  }

  /**
   * @param compared of a comparison of two revisions
   */
  void report(Measured run, Optional<Compared> compared) throws IOException {
    Path file = folder.resolve("report.json");
    ReportFile.write(file, run, compared, VERSION, Missing.isRequired());
    Page.write(file);
    if (run.isJudged()) {
      System.out.println(VerdictTable.of(run));
      System.out.println(LastWord.of(run, compared, Missing.isRequired(), file));
    }
  }

  static void say(String progress) {
    System.out.println("measure › " + progress);
  }

  /** Leaves nothing lying about, measured or not. */
  @Override
  public void close() {}
}

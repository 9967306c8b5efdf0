// The step `temporaryFiles`: awaits that there are exactly so many more files than when the case
// began.
package dev.loadline.contracts;

import java.io.IOException;
import java.util.List;

record TemporaryFilesStep(long wanted) implements Step {
  private static final long WITHIN_MILLIS = 5_000;
  private static final long EVERY_MILLIS = 20;

  @Override
  public String name() {
    return wanted + " more temporary files";
  }

  @Override
  public List<Finding> run(Stage stage) throws IOException, InterruptedException {
    Deadline deadline = Deadline.in(WITHIN_MILLIS).butNotAfter(stage.deadline());
    long more = stage.running().newFiles();
    while (more != wanted && !deadline.hasPassed()) {
      Thread.sleep(EVERY_MILLIS);
      more = stage.running().newFiles();
    }
    String what = "temporary files since the case began";
    return more == wanted
        ? List.of()
        : List.of(new Finding(what, Long.toString(wanted), Long.toString(more)));
  }
}

// The error for a case that does not hold.
package dev.loadline.contracts;

import dev.loadline.stacks.Server;
import java.util.List;

/** Its message names the case, the step, and all that was expected and came instead. */
public final class CaseFailed extends AssertionError {
  private static final long serialVersionUID = 1L;

  private static final int STDERR_LINES = 20;

  /** What every launcher of the JDK writes, because we tell it where its temporary folder is. */
  private static final String OF_THE_LAUNCHER = "NOTE: Picked up JDK_JAVA_OPTIONS";

  private final String told;
  private final String stderr;
  private final boolean onRobbedMachine;

  private CaseFailed(String told, String machine, String stderr) {
    super(told + machine + stderr);
    this.told = told;
    this.stderr = stderr;
    this.onRobbedMachine = !machine.isEmpty();
  }

  static CaseFailed of(String title, String place, List<Finding> findings, Server server)
      throws InterruptedException {
    StringBuilder text = new StringBuilder(title).append("\n  case      ").append(place);
    String step = "";
    for (Finding finding : findings) {
      if (!finding.step().equals(step)) {
        step = finding.step();
        text.append("\n  step      ").append(step);
      }
      text.append("\n  expected  ").append(line(finding.what(), finding.expected()));
      text.append("\n  actual    ").append(line(finding.what(), finding.actual()));
    }
    if (server.endedByItself()) {
      text.append("\n  server    ended by itself: ").append(server.howItEnded());
    }
    return new CaseFailed(text.toString(), "", stderr(server));
  }

  /**
   * @param stolenShare of the CPU, what went to other machines while the case was asked
   */
  CaseFailed onRobbedMachine(double stolenShare) {
    String machine =
        "\n  machine   %d %% of its CPU went to other machines while it was asked: try again when it is quiet"
            .formatted(Math.round(stolenShare * 100));
    return new CaseFailed(told, machine, stderr);
  }

  boolean isOnRobbedMachine() {
    return onRobbedMachine;
  }

  private static String line(String what, String value) {
    return Shown.shortened((what + " " + value).strip());
  }

  private static String stderr(Server server) {
    List<String> lines =
        server
            .stderr()
            .lines()
            .filter(line -> !line.startsWith(OF_THE_LAUNCHER))
            .map(line -> "\n    | " + line)
            .toList();
    if (lines.isEmpty()) {
      return "";
    }
    int skipped = Math.max(0, lines.size() - STDERR_LINES);
    return "\n  stderr" + String.join("", lines.subList(skipped, lines.size()));
  }
}

// How a run looks to the person who started it: the table, and the last lines.
package dev.loadline.reports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadline.measure.ComparisonOutcome;
import dev.loadline.measure.ComparisonOutcome.NotMeasured;
import dev.loadline.measure.Measured;
import dev.loadline.measure.Verdict;
import dev.loadline.thresholds.Gate;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VerdictTableTest {
  private static final Path REPORT = Path.of("report.json");
  private static final Compared COMPARED =
      new Compared(
          new Compared.Revision("main", Optional.empty()),
          new Compared.Revision("the working tree", Optional.empty()),
          List.of());

  @Test
  void stacksStandDownAndWorkloadsAcrossEachWithItsFigureAndMark() {
    Measured run =
        ARun.of(
            ARun.comparison("java/duck", Verdict.PASS),
            ARun.comparison("java/goose", Verdict.FAIL),
            ARun.comparison("java/swan", Verdict.INCONCLUSIVE),
            ARun.comparison("java/rail", Verdict.INVALID),
            ARun.notJudged("java/teal"));
    assertThat(VerdictTable.of(run))
        .startsWith(
            """
            throughput, of the yardstick   hash
            java/duck                     0.081
            java/goose                    0.081<
            java/swan                     0.081?
            java/rail                     0.081!
            java/teal                         -

            < beyond its limit or wrong, ? undecided, ! not to be trusted, - not measured
            """)
        .contains(
            "asked again: java/goose hash.throughput was 0.061, then 0.071, of fresh processes 0.081")
        .contains("order of the blocks by seed ");
  }

  @Test
  void theLastWordNamesWhatIsWrongAndSaysWhatToDoNext() {
    Measured run =
        ARun.of(
            ARun.comparison("java/duck", Verdict.PASS),
            ARun.comparison("java/goose", Verdict.FAIL),
            ARun.comparison("java/swan", Verdict.INCONCLUSIVE),
            ARun.comparison("java/rail", Verdict.INVALID));
    assertThat(LastWord.of(run, Optional.empty(), false, REPORT))
        .isEqualTo(
            """
            FAILED: 4 limits judged, 1 passed, 1 failed, 1 undecided, 1 not to be trusted
              failed       java/goose hash.throughput
              undecided    java/swan hash.throughput
              not trusted  java/rail hash: driver-bound (8)
              next         mvn verify -Dloadline.stack='java/goose|java/swan|java/rail' -Dloadline.workload='hash' (measures just this again)
              raw blocks   blocks.ndjson
              report       report.json
              to look at   report.html""");
  }

  @Test
  void ofTwoRevisionsTheNextCommandNamesTheBase() {
    Measured run = ARun.of(ARun.ofBase(Verdict.INCONCLUSIVE));
    assertThat(VerdictTable.of(run)).startsWith("throughput, of the base   hash");
    assertThat(LastWord.of(run, Optional.of(COMPARED), false, REPORT))
        .startsWith(
            "INCONCLUSIVE, which thresholds.json lets pass: 1 limits judged, 0 passed, 1 undecided\n"
                + "  undecided    java/duck hash.throughput; 0.930 would have been seen\n")
        .contains(
            "  next         mvn verify -Dloadline.base='main' -Dloadline.stack='java/duck' -Dloadline.workload='hash' ");
  }

  @Test
  void oneThatCannotBeTrustedIsNotTheLastWordUnlessThatIsAFail() {
    ComparisonOutcome[] found = {
      ARun.comparison("java/duck", Verdict.PASS), ARun.comparison("java/rail", Verdict.INVALID)
    };
    assertThat(LastWord.of(ARun.of(found), Optional.empty(), false, REPORT))
        .startsWith("passed: 2 limits judged, ");
    assertThat(LastWord.of(ARun.of(Gate.Inconclusive.FAIL, found), Optional.empty(), false, REPORT))
        .startsWith("INVALID: ");
  }

  @Test
  void nothingHasPassedOfWhichMostIsNotToBeTrusted() {
    Measured run =
        ARun.of(
            ARun.comparison("java/duck", Verdict.PASS),
            ARun.comparison("java/rail", Verdict.INVALID),
            ARun.comparison("java/teal", Verdict.INVALID));
    assertThat(LastWord.of(run, Optional.empty(), false, REPORT))
        .startsWith(
            "INVALID, which thresholds.json lets pass: "
                + "3 limits judged, 1 passed, 2 not to be trusted\n");
  }

  @Test
  void aServiceThatIsRequiredAndMissingFails() {
    Measured run = ARun.of(ARun.comparison("java/duck", Verdict.PASS));
    assertThat(LastWord.of(run, Optional.empty(), true, REPORT))
        .startsWith("FAILED: 1 limits judged, 1 passed\n  failed       Redis is not there\n");
  }

  @Test
  void whatIsWrongWithTheBaseIsToldAndFailsNothing() {
    String line = "  base         java/duck@base left behind: exit code 137\n";
    Measured measured = ARun.withDeadBase(ARun.comparison("java/duck", Verdict.PASS));
    assertThat(LastWord.of(measured, Optional.empty(), false, REPORT))
        .startsWith("passed: 1 limits judged, 1 passed\n" + line);
    Measured unknown = ARun.withDeadBase(ARun.comparison("java/duck", Verdict.INVALID));
    assertThat(LastWord.of(unknown, Optional.of(COMPARED), false, REPORT))
        .startsWith("INVALID, which thresholds.json lets pass: 1 limits judged, 0 passed")
        .contains(line);
  }

  @Test
  void whatWasNotJudgedIsToldInOneLineForEachReason() {
    Measured run = ARun.of(left("java/duck"), left("java/goose"), ARun.notJudged("java/teal"));
    assertThat(LastWord.of(run, Optional.empty(), false, REPORT))
        .contains(
            """
              not judged   2, such as java/duck hash.p99: left to -Dloadline.full
              not judged   java/teal hash: it needs a JDK
            """);
  }

  private static ComparisonOutcome left(String id) {
    return ARun.with(
        ARun.comparison(id, Verdict.PASS),
        List.of(),
        List.of(new NotMeasured(id + " hash.p99", "left to -Dloadline.full")));
  }
}

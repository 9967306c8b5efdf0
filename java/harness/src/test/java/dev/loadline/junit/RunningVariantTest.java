// Cases of a variant share servers as long as those are fit for them.
package dev.loadline.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.contracts.Case;
import dev.loadline.contracts.CaseFailed;
import dev.loadline.stacks.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class RunningVariantTest {
  private static final String STOP = "{'stop': {'exitCode': %d, 'withinMillis': 5000}}";
  private static final String HARMLESS = "{'temporaryFiles': 0}";
  private static final String RESTART = "{'restart': true}";

  @TempDir Path folder;
  private RunningVariant running;

  @BeforeEach
  void prepare() {
    running = new RunningVariant(counted(), Optional.empty(), List.of());
  }

  @AfterEach
  void end() {
    running.close();
  }

  @Test
  void startsOneServerForAllCasesThatLeaveIt() throws Exception {
    running.hold(caseOf(HARMLESS));
    running.hold(caseOf(HARMLESS));
    running.stop();
    assertThat(starts()).isEqualTo(1);
  }

  @Test
  void startsAnotherAfterACaseThatHasStoppedIt() throws Exception {
    running.hold(caseOf(STOP.formatted(0)));
    running.hold(caseOf(HARMLESS));
    assertThat(starts()).isEqualTo(2);
  }

  @Test
  void leavesAServerThatHasStoppedToACaseThatBeginsByStartingItAgain() throws Exception {
    running.hold(caseOf(STOP.formatted(0)));
    running.hold(caseOf(RESTART));
    assertThat(starts()).isEqualTo(2);
  }

  @Test
  void doesNotLeaveItAServerThatCouldNotBeStoppedWell() throws Exception {
    assertThatThrownBy(() -> running.hold(caseOf(STOP.formatted(1))))
        .isInstanceOf(CaseFailed.class);
    running.hold(caseOf(RESTART));
    assertThat(starts()).isEqualTo(3);
  }

  /** Its server writes a line whenever it is started. */
  private Variant counted() {
    List<String> command =
        new ArrayList<>(
            List.of("sh", "-c", "echo started >> \"$0\"; exec \"$@\"", log().toString()));
    command.addAll(DuckStack.of(HonestServer.class, Map.of()).command());
    return DuckStack.of(command, Map.of()).variants().get(0);
  }

  private Path log() {
    return folder.resolve("starts");
  }

  private int starts() throws Exception {
    return Files.readAllLines(log()).size();
  }

  private static Case caseOf(String step) {
    String json =
        "{'id': 'small.it', 'description': 'it', 'ownServer': true, 'steps': [%s]}".formatted(step);
    return new Case(
        JsonMapper.shared().readTree(json.replace('\'', '"')),
        "contracts/small.json",
        Optional.empty(),
        Map.of());
  }
}

// What a user's own suite may assert of a stack.
package dev.loadline.junit;

import static dev.loadline.junit.LoadlineAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loadline.broken.faults.HashOfCodePoints;
import dev.loadline.broken.honest.HonestServer;
import dev.loadline.contracts.CaseFailed;
import dev.loadline.stacks.Variant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

class StackAssertTest {
  @Test
  void anHonestServerSpeaksItsContract() throws Exception {
    assertThat(running(HonestServer.class)).speaks("hello");
  }

  @Test
  void aBrokenOneFailsWithTheCase() {
    assertThatThrownBy(() -> assertThat(running(HashOfCodePoints.class)).speaks("hash"))
        .isInstanceOf(CaseFailed.class)
        .hasMessageContaining("hash.non-bmp");
  }

  @Test
  void aServerWithoutLimitsIsSkippedWithTheReason() {
    assertThatThrownBy(() -> assertThat(running(HonestServer.class)).holdsItsLine("hello"))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("thresholds.json has no limits for it");
  }

  @Test
  void aWorkloadThatNoContractDescribesIsRefused() {
    assertThatThrownBy(() -> assertThat(running(HonestServer.class)).holdsItsLine("swim"))
        .hasMessage("no contract describes the workload \"swim\"");
  }

  @Test
  void stacksAreFoundByTheirIdsInTheHouseAroundUs() {
    assertThat(LoadlineAssertions.stack("java/javalin").stack().root()).isEqualTo(DuckStack.HOUSE);
    assertThatThrownBy(() -> LoadlineAssertions.stack("java/duck"))
        .hasMessageStartingWith("no stack \"java/duck\"; there are node/");
  }

  private static Variant running(Class<? extends HonestServer> server) {
    return DuckStack.of(server, Map.of()).variants().get(0);
  }
}

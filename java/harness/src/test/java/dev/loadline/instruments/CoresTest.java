// Which cores driver and servers get.
package dev.loadline.instruments;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CoresTest {
  @Test
  void theDriverGetsTheLastCoreAndTheServersTheRest() {
    Cores cores = Cores.of(Cores.coresIn("0-2,5"), true);
    assertThat(cores.driver()).containsExactly(5);
    assertThat(cores.servers()).containsExactly(0, 1, 2);
    assertThat(cores.serverCores()).isEqualTo(3);
  }

  @Test
  void nothingIsPinnedOnOneCoreOrWithoutTaskset() {
    assertThat(Cores.of(List.of(0), true).reason())
        .contains("there is one core: driver and server compete for it");
    assertThat(Cores.of(List.of(0, 1), false).reason()).contains("taskset is not on this machine");
    assertThat(Cores.pinned(List.of(), List.of("true"))).containsExactly("true");
    assertThat(Cores.pinned(List.of(1, 2), List.of("true")))
        .containsExactly("taskset", "-c", "1,2", "true");
  }
}

// Answers that no service was asked for came from memory.
package dev.loadline.instruments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadline.services.Counts;
import dev.loadline.services.Services;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ServiceUseTest {
  private static final List<String> METHODS = List.of("PUT", "GET");

  @Test
  void asMuchAskedAsAnsweredIsWell() {
    assertThat(shortfall(1_000, 1_000, new Counts(1_000, 1_000))).isEmpty();
    assertThat(shortfall(1_000, 1_000, new Counts(999, 5_000))).isEmpty();
  }

  @Test
  void fewerReadsThanAnswersAreTold() {
    assertThat(shortfall(1_000, 2_000, new Counts(3, 1_000)))
        .contains("answered 2,000 GETs, but Redis was asked 3 times");
  }

  @Test
  void fewerWritesThanAnswersAreTold() {
    assertThat(shortfall(1_000, 1_000, new Counts(1_000, 998)))
        .contains("answered 1,000 PUTs, but Redis was asked 998 times");
  }

  @Test
  void aWorkloadWithoutServiceHasNothingToAsk() throws IOException {
    ServiceUse use = ServiceUse.begin(Services.none(), Optional.empty());
    assertThat(use.problem(METHODS, at -> 1_000, false)).isEmpty();
  }

  private static Optional<String> shortfall(long puts, long gets, Counts asked) {
    return ServiceUse.shortfall(METHODS, at -> at == 0 ? puts : gets, asked, "Redis");
  }
}

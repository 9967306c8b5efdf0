// A case that fails while others have the machine's CPU is asked again, as often as that may be to
// blame.
package dev.loadline.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.loadline.instruments.CpuTicks;
import dev.loadline.stacks.Server;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AskAgainTest {
  private static final int TICKS = 100;
  private static final List<Double> ALWAYS = Collections.nCopies(1_000, 0.4);

  private SmallServer small;

  @BeforeEach
  void open() throws Exception {
    small = new SmallServer(0);
  }

  @AfterEach
  void close() throws Exception {
    small.close();
  }

  @Test
  void asksOnceOnAMachineOfItsOwn() {
    assertThat(failure(on(new Robbed(TICKS, List.of(0.05))), attempts(false)))
        .doesNotContain("machine");
  }

  @Test
  void asksAgainAfterOthersHadTheCpuAndPasses() {
    Attempts attempts = attempts(false, true);
    assertThat(failure(on(new Robbed(TICKS, List.of(0.4))), attempts)).isEmpty();
    assertThat(attempts.holds).isEmpty();
  }

  @Test
  void failsWhatThenFailsOnAMachineOfItsOwn() {
    assertThat(failure(on(new Robbed(TICKS, List.of(0.4))), attempts(false, false)))
        .contains("actual    status 503")
        .doesNotContain("machine");
  }

  @Test
  void asksAgainWhenTheMachineHasComeToRest() {
    Robbed machine = new Robbed(TICKS, List.of(0.4, 0.4, 0.4, 0.3));
    assertThat(failure(on(machine), attempts(false, true))).isEmpty();
    // Two around the attempt that failed, two around each time of waiting, one before the other.
    assertThat(machine.looks).isEqualTo(2 + 2 * 2 + 1);
  }

  @Test
  void tellsAfterThreeAttemptsOfAMachineThatIsAlwaysRobbed() {
    Attempts attempts = attempts(false, false, false);
    assertThat(failure(on(new Robbed(TICKS, ALWAYS)), attempts))
        .contains("\n  machine   40 % of its CPU went to other machines while it was asked");
    assertThat(attempts.holds).isEmpty();
  }

  @Test
  void doesNotAskAServerAgainForEverThatFailsCaseAfterCase() {
    AskAgain asking = on(new Robbed(TICKS, ALWAYS));
    for (int cases = 0; cases < 3; cases++) {
      assertThat(failure(asking, attempts(false, false, true))).isEmpty();
    }
    assertThat(failure(asking, attempts(false))).contains("machine");
  }

  @Test
  void asksOnceWhereAsLittleAsATickWasStolenOrNothingIsTold() {
    assertThat(failure(on(new Robbed(1, List.of(1.0))), attempts(false))).isNotEmpty();
    assertThat(failure(on(Optional::empty), attempts(false))).isNotEmpty();
  }

  private static AskAgain on(Supplier<Optional<CpuTicks>> machine) {
    return new AskAgain(machine, Duration.ofMillis(1));
  }

  /** The message of the last attempt; empty when it held. */
  private static String failure(AskAgain asking, Attempts attempts) {
    CaseFailed failed = catchThrowableOfType(CaseFailed.class, () -> asking.unlessRobbed(attempts));
    return failed == null ? "" : failed.getMessage();
  }

  private Attempts attempts(Boolean... holds) {
    return new Attempts(small.startAgain(), new ArrayDeque<>(List.of(holds)));
  }

  /** No more attempts may be made than it has outcomes. */
  private record Attempts(Server server, Deque<Boolean> holds) implements AskAgain.Attempt {
    @Override
    public void make() throws InterruptedException {
      if (!holds.removeFirst()) {
        Finding finding = new Finding("1 of 1: GET /", "status", "200", "503");
        throw CaseFailed.of("java/small › does it", "small.it", List.of(finding), server);
      }
    }
  }

  /** Of which others have such shares between one look and the next, and nothing from then on. */
  private static final class Robbed implements Supplier<Optional<CpuTicks>> {
    private final int ticks;
    private final Deque<Double> shares;
    private long stolen;
    private int looks;

    Robbed(int ticks, List<Double> shares) {
      this.ticks = ticks;
      this.shares = new ArrayDeque<>(shares);
    }

    @Override
    public Optional<CpuTicks> get() {
      boolean isFirst = looks++ == 0;
      stolen += isFirst || shares.isEmpty() ? 0 : Math.round(ticks * shares.removeFirst());
      return Optional.of(new CpuTicks(stolen, (long) ticks * looks));
    }
  }
}

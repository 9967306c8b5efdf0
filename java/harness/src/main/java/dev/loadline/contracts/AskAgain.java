// A case that fails while others have the machine's CPU accuses nobody yet: it is asked again.
package dev.loadline.contracts;

import dev.loadline.instruments.CpuTicks;
import dev.loadline.stacks.NotStarted;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/** For the cases of one variant. */
public final class AskAgain {
  /** One attempt at a case; it may be made more than once. */
  public interface Attempt {
    /**
     * @throws CaseFailed when the case does not hold
     */
    void make() throws NotStarted, IOException, InterruptedException;
  }

  private static final int ATTEMPTS_MAX = 3;

  /** A server that fails more cases than that is not the machine's victim. */
  private static final int CASES_MAX = 3;

  /** A tenth of a second: less of it is no reason why an answer was late. */
  private static final long STOLEN_TICKS_MIN = 10;

  private static final int LOOKS_MAX = 10;

  private final Supplier<Optional<CpuTicks>> machine;
  private final Duration lookEvery;
  private int casesLeft = CASES_MAX;

  public AskAgain() {
    this(CpuTicks::now, Duration.ofSeconds(1));
  }

  /**
   * @param machine empty where it does not tell
   * @param lookEvery while it is to come to rest
   */
  AskAgain(Supplier<Optional<CpuTicks>> machine, Duration lookEvery) {
    this.machine = machine;
    this.lookEvery = lookEvery;
  }

  /**
   * @throws CaseFailed that of the last attempt
   */
  public void unlessRobbed(Attempt attempt) throws NotStarted, IOException, InterruptedException {
    Optional<CaseFailed> failed = make(attempt);
    if (isRobbed(failed) && casesLeft > 0) {
      casesLeft--;
      for (int attempts = 1; attempts < ATTEMPTS_MAX && isRobbed(failed); attempts++) {
        waitUntilCalm();
        failed = make(attempt);
      }
    }
    if (failed.isPresent()) {
      throw failed.get();
    }
  }

  private static boolean isRobbed(Optional<CaseFailed> failed) {
    return failed.filter(CaseFailed::isOnRobbedMachine).isPresent();
  }

  private Optional<CaseFailed> make(Attempt attempt)
      throws NotStarted, IOException, InterruptedException {
    Optional<CpuTicks> before = machine.get();
    try {
      attempt.make();
      return Optional.empty();
    } catch (CaseFailed failed) {
      OptionalDouble share = robbedShare(before, machine.get());
      return Optional.of(share.isPresent() ? failed.onRobbedMachine(share.getAsDouble()) : failed);
    }
  }

  private void waitUntilCalm() throws InterruptedException {
    for (int looks = 0; looks < LOOKS_MAX; looks++) {
      Optional<CpuTicks> before = machine.get();
      Thread.sleep(lookEvery.toMillis());
      if (robbedShare(before, machine.get()).isEmpty()) {
        return;
      }
    }
  }

  /** Empty where too little was stolen to be to blame. */
  private static OptionalDouble robbedShare(Optional<CpuTicks> before, Optional<CpuTicks> after) {
    if (before.isEmpty() || after.isEmpty()) {
      return OptionalDouble.empty();
    }
    OptionalDouble share = before.get().stolenShareUntil(after.get());
    long ticks = after.get().stolen() - before.get().stolen();
    boolean isMuch = share.orElse(0) > CpuTicks.STOLEN_MAX && ticks >= STOLEN_TICKS_MIN;
    return isMuch ? share : OptionalDouble.empty();
  }
}

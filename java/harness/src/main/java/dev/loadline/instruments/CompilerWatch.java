// Watches the threads in which a JVM compiles what it runs often: as long as they have work, it
// gets faster.
package dev.loadline.instruments;

import dev.loadline.instruments.Resources.CpuReading;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

public final class CompilerWatch {
  /** How often it is looked whether they have come to rest. */
  private static final long LOOK_MILLIS = 50;

  /**
   * What a crowd of requests has asked of them may take longer; then the next requests are not kept
   * waiting.
   */
  private static final long FINISHED_WITHIN_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** Of one core: below, they rest, and if for a while, what matters is compiled. */
  private static final double RESTING_SHARE = 0.1;

  private static final long WHILE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final Supplier<List<Long>> pids;

  /** Those of the last while, and one before it. */
  private final Deque<Look> looks = new ArrayDeque<>();

  private record Look(long atNanos, CpuReading cpu) {
    /** CPU time of the compilers until a later look, of one core. */
    double shareUntil(Look later) {
      return (double) cpu.compilersUntil(later.cpu).orElse(0) / (later.atNanos - atNanos);
    }
  }

  /**
   * @param pids of a server on any runtime: what has no compilers always rests
   */
  public CompilerWatch(Supplier<List<Long>> pids) {
    this.pids = pids;
    look();
  }

  /** Have they worked in the last while, or has nobody looked for so long? */
  public boolean isCompiling() {
    Look first = looks.getFirst();
    Look last = looks.getLast();
    return first.cpu.compilersUntil(last.cpu).isPresent()
        && (last.atNanos - first.atNanos < WHILE_NANOS || first.shareUntil(last) > RESTING_SHARE);
  }

  /**
   * From now on it is looked at what they do: the next time they are let finish, nothing before is
   * told of.
   */
  public void begin() {
    look();
  }

  /**
   * Leaves the cores to them for a moment, if they have work: beside fifty busy threads they get a
   * tenth of a core, and what is measured then is how far they have come.
   */
  public void letFinish() throws InterruptedException {
    long endsAt = System.nanoTime() + FINISHED_WITHIN_NANOS;
    Look before = looks.getLast();
    while (before.shareUntil(look()) > RESTING_SHARE && System.nanoTime() < endsAt) {
      before = looks.getLast();
      Thread.sleep(LOOK_MILLIS);
    }
  }

  private Look look() {
    List<Long> own = Resources.whyNot().isPresent() ? List.of() : pids.get();
    Look look = new Look(System.nanoTime(), Resources.readCpu(own));
    looks.addLast(look);
    while (looks.size() > 1 && look.atNanos - second().atNanos >= WHILE_NANOS) {
      looks.removeFirst();
    }
    return look;
  }

  private Look second() {
    return looks.stream().skip(1).findFirst().orElseThrow();
  }
}

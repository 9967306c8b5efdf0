// How a run is measured.
package dev.loadline.measure;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * @param sliceSeconds of throughput
 * @param warmUpSecondsMax of a server in a workload
 * @param settleRounds of slices of all arms in turn, which are in no harm: on fewer cores a server
 *     needs a moment to find its pace again, and what has rested is slow at first
 * @param p99SecondsMax workloads whose p99 would need longer slices have none
 * @param budget of each set of processes: blocks that would begin later are not measured, but for
 *     what speaks for harm and is not decided yet, which has a quarter more
 * @param seed of the order within blocks
 * @param blocksFile where every slice is kept
 * @param driver a program that speaks the protocol of drivers; else the JVM's own
 */
public record Options(
    double sliceSeconds,
    double warmUpSecondsMax,
    int settleRounds,
    double p99SecondsMax,
    Duration budget,
    long seed,
    Path blocksFile,
    Optional<List<String>> driver) {
  private static final double SLICE_SECONDS = 0.25;
  private static final double WARM_UP_SECONDS_MAX = 8;
  private static final int SETTLE_ROUNDS = 8;
  private static final double P99_SECONDS_MAX = 2.5;

  public static Options of(Duration budget, Path blocksFile) {
    return new Options(
        SLICE_SECONDS,
        WARM_UP_SECONDS_MAX,
        SETTLE_ROUNDS,
        P99_SECONDS_MAX,
        budget,
        new Random().nextInt(Integer.MAX_VALUE),
        blocksFile,
        Optional.empty());
  }
}

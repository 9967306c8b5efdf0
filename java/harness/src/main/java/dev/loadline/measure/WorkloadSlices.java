// Takes the slices of one workload from one set of processes, and keeps what came of each.
package dev.loadline.measure;

import dev.loadline.contracts.CaseFailed;
import dev.loadline.contracts.Contract;
import dev.loadline.contracts.Load;
import dev.loadline.measure.BlockSlice.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import tools.jackson.databind.JsonNode;

final class WorkloadSlices {
  private final int process;
  private final Contract contract;
  private final Load load;
  private final Equipment equipment;
  private final List<BlockSlice> slices = new ArrayList<>();
  private final Map<String, JsonNode> loads = new HashMap<>();
  private final Set<String> out = new HashSet<>();

  /** Of a slice among those of its workload. */
  record Place(int block, int order, Kind kind) {
    static final Place WARM_UP = new Place(BlockSlice.WARM_UP_BLOCK, 0, Kind.WARM_UP);
  }

  /** What may fail on the way to a figure. */
  interface Work {
    void run() throws DriverFailed, IOException, InterruptedException;
  }

  /**
   * @param process which set of processes
   * @param contract with a load
   */
  WorkloadSlices(int process, Contract contract, Equipment equipment) {
    this.process = process;
    this.contract = contract;
    this.load = contract.load().orElseThrow();
    this.equipment = equipment;
  }

  int process() {
    return process;
  }

  String workload() {
    return contract.workload();
  }

  /** In order of time. */
  List<BlockSlice> all() {
    return Collections.unmodifiableList(slices);
  }

  /** What has gone wrong is measured no further. */
  boolean isOut(Arm arm) {
    return out.contains(arm.id());
  }

  /** An arm that fails is told in its place, and the others go on. */
  void attempt(Arm arm, Place place, Work work) throws InterruptedException {
    try {
      if (arm.server().running()) {
        work.run();
      }
      if (!arm.server().running()) {
        keepEnd(arm, place);
      }
    } catch (DriverFailed | IOException | CaseFailed failed) {
      if (arm.server().endedByItself()) {
        keepEnd(arm, place);
      } else {
        keepFailure(arm, place, String.valueOf(failed.getMessage()));
      }
    }
  }

  /** Loads an arm until its speed levels off; keeps none but slices with errors. */
  WarmUp warmUp(Arm arm, double mostSeconds)
      throws DriverFailed, IOException, InterruptedException {
    if (!loads.containsKey(arm.id())) {
      loads.put(arm.id(), load.forDriver(arm.server()));
    }
    return WarmUp.run(seconds -> warmingSlice(arm, seconds), mostSeconds);
  }

  /** Returns the requests a second; keeps the slice only where it has errors. */
  double warmingSlice(Arm arm, double seconds) throws DriverFailed, InterruptedException {
    Order order = Order.closedLoop(arm.server().baseUrl(), seconds, loads.get(arm.id()));
    Slice slice = Slice.measure(equipment.driver(), equipment.cores(), arm.server(), order);
    if (slice.sample().errors() > 0) {
      Optional<Sample> sample = Optional.of(slice.sample());
      keep(
          slice(
              arm, Place.WARM_UP, slice.conditions(), Optional.empty(), Optional.empty(), sample));
    }
    return slice.sample().requestsPerSecond();
  }

  /** Of a closed loop. */
  void throughput(Arm arm, Place place) throws DriverFailed, InterruptedException {
    double seconds = equipment.options().sliceSeconds();
    measure(arm, place, Order.closedLoop(arm.server().baseUrl(), seconds, loads.get(arm.id())));
  }

  /** Of an open loop. */
  void p99(Arm arm, Place place, OpenLoopRate rate) throws DriverFailed, InterruptedException {
    String url = arm.server().baseUrl();
    double seconds = rate.sliceSeconds();
    measure(arm, place, Order.openLoop(url, seconds, rate.perSecond(), loads.get(arm.id())));
  }

  private void measure(Arm arm, Place place, Order order)
      throws DriverFailed, InterruptedException {
    ServiceUse.Counted counted =
        new ServiceUse(equipment.services(), contract.service())
            .counted(
                load,
                () -> Slice.measure(equipment.driver(), equipment.cores(), arm.server(), order));
    Slice slice = counted.slice();
    Optional<String> invalid = WhyInvalid.of(place.kind(), slice.sample(), slice.conditions());
    Optional<Sample> sample = Optional.of(slice.sample());
    keep(slice(arm, place, slice.conditions(), invalid, counted.problem(), sample));
  }

  private BlockSlice slice(
      Arm arm,
      Place place,
      Conditions conditions,
      Optional<String> invalid,
      Optional<String> problem,
      Optional<Sample> sample) {
    return new BlockSlice(
        contract.workload(),
        process,
        place.block(),
        place.order(),
        arm.id(),
        arm.role(),
        place.kind(),
        conditions,
        invalid,
        problem,
        sample);
  }

  private void keep(BlockSlice slice) {
    slices.add(slice);
    equipment.blocks().add(slice);
    if (!slice.faults().isEmpty()) {
      out.add(slice.arm());
    }
  }

  /**
   * What cannot be warmed cannot be measured; a slice that has failed may be followed by others.
   */
  private void keepFailure(Arm arm, Place place, String reason) {
    if (place.kind() == Kind.WARM_UP) {
      keepWithoutSample(arm, place, Optional.empty(), Optional.of(reason));
    } else {
      keepWithoutSample(arm, place, Optional.of(reason), Optional.empty());
    }
  }

  private void keepEnd(Arm arm, Place place) {
    String ended =
        "the server ended: %s; it wrote: %s"
            .formatted(arm.server().howItEnded(), arm.server().lastOutput());
    keepWithoutSample(arm, place, Optional.empty(), Optional.of(ended));
  }

  private void keepWithoutSample(
      Arm arm, Place place, Optional<String> invalid, Optional<String> problem) {
    Conditions unknown =
        new Conditions(
            OptionalDouble.empty(), OptionalDouble.empty(), equipment.cores().serverCores());
    keep(slice(arm, place, unknown, invalid, problem, Optional.empty()));
  }
}

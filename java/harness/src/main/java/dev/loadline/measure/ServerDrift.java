// Whether one server gets worse while it is loaded: one set of processes shows it on all of its
// workloads, and a fresh one confirms it.
package dev.loadline.measure;

import dev.loadline.measure.Drift.Pace;
import dev.loadline.measure.Drift.Residence;
import dev.loadline.measure.Drift.Way;
import dev.loadline.measure.Records.Block;
import dev.loadline.measure.Records.Place;
import dev.loadline.measure.SliceRecord.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

final class ServerDrift {
  /**
   * So many blocks of throughput show a drift, of all workloads together: only those of the same
   * are compared;
   */
  private static final int BLOCKS_IN_ALL = 30;

  /** so many of one that is alone; */
  private static final int BLOCKS_OF_ONE = 16;

  /** and so many of each, however many there are. */
  private static final int BLOCKS_OF_EACH_MIN = 4;

  /** What they leave suspect gets so many times as many. */
  private static final int TIMES_IF_SUSPECT = 3;

  private final Map<Place, List<Metric>> watched;
  private final Records records;

  /**
   * @param watched the comparisons of one server; none where nothing is watched
   * @param records of the run
   */
  ServerDrift(Map<Place, List<Metric>> watched, Records records) {
    this.watched = watched;
    this.records = records;
  }

  static ServerDrift none(Records records) {
    return new ServerDrift(Map.of(), records);
  }

  /**
   * Are more blocks to show that the server gets worse, or that it does not?
   *
   * @param process which set of processes
   * @param blocks of throughput that it has of one workload
   */
  boolean wantsMore(int process, int blocks) {
    int wanted = blocksOfEach();
    if (blocks < wanted) {
      return true;
    }
    return blocks < TIMES_IF_SUSPECT * wanted
        && Drift.maySlowDown(paces(process))
        && ofSet(process).isEmpty();
  }

  private int blocksOfEach() {
    int workloads = Math.max(1, watched.size());
    int share = (BLOCKS_IN_ALL + workloads - 1) / workloads;
    return Math.max(BLOCKS_OF_EACH_MIN, Math.min(BLOCKS_OF_ONE, share));
  }

  /**
   * @param process which set of processes
   */
  List<Drift> ofSet(int process) {
    return Drift.of(paces(process), residences(process));
  }

  /**
   * Names of drifts that a set of processes is the first to show.
   *
   * @param process the last set
   */
  Stream<String> unconfirmed(int process) {
    List<Way> before =
        IntStream.range(1, process)
            .mapToObj(this::ofSet)
            .flatMap(List::stream)
            .map(Drift::way)
            .toList();
    return ofSet(process).stream()
        .filter(drift -> !before.contains(drift.way()))
        .map(drift -> name(subject(), drift));
  }

  /**
   * What two sets of processes have shown, as the last of them tells it: chance hardly shows it
   * twice.
   */
  List<Drift> confirmed() {
    Map<Way, List<Drift>> again = new LinkedHashMap<>();
    List<Way> seen = new ArrayList<>();
    for (int process = 1; process <= lastSet(); process++) {
      Map<Way, List<Drift>> byWay =
          ofSet(process).stream()
              .collect(Collectors.groupingBy(Drift::way, LinkedHashMap::new, Collectors.toList()));
      byWay.forEach(
          (way, drifts) -> {
            if (seen.contains(way)) {
              again.put(way, drifts);
            }
          });
      seen.addAll(byWay.keySet());
    }
    return again.values().stream().flatMap(List::stream).toList();
  }

  /** Such as {@code java/javalin hash.slowsDown}. */
  static String name(String subject, Drift drift) {
    return "%s %s.%s".formatted(subject, drift.workload(), drift.way().word());
  }

  private String subject() {
    return watched.keySet().iterator().next().subject();
  }

  private int lastSet() {
    return watched.keySet().stream()
        .flatMap(place -> records.blocksOf(place).stream())
        .mapToInt(Block::process)
        .max()
        .orElse(0);
  }

  private List<Pace> paces(int process) {
    return watched.keySet().stream().flatMap(place -> pace(place, process).stream()).toList();
  }

  /** None where there is no reference. */
  private List<Pace> pace(Place place, int process) {
    List<Block> blocks =
        records.blocksOf(place).stream()
            .filter(block -> block.process() == process && block.kind() == Kind.THROUGHPUT)
            .toList();
    return watched.get(place).stream()
        .filter(metric -> metric.kind() == Kind.THROUGHPUT && metric.isRelative())
        .limit(1)
        .map(metric -> new Pace(place.workload(), Series.of(metric, blocks), speedsIn(blocks)))
        .toList();
  }

  /** Logarithms of the subject's speeds. */
  private static List<Double> speedsIn(List<Block> blocks) {
    return blocks.stream()
        .filter(block -> block.subject().invalid().isEmpty())
        .flatMap(block -> block.subject().sample().stream())
        .map(Sample::requestsPerSecond)
        .filter(speed -> speed > 0)
        .map(Math::log)
        .toList();
  }

  private List<Residence> residences(int process) {
    Set<String> workloads =
        watched.keySet().stream().map(Place::workload).collect(Collectors.toSet());
    return watched.keySet().stream()
        .limit(1)
        .flatMap(place -> records.slicesOf(place.group(), place.subject(), process))
        .filter(slice -> workloads.contains(slice.workload()) && slice.kind() != Kind.WARM_UP)
        .flatMap(slice -> residence(slice).stream())
        .toList();
  }

  private static List<Residence> residence(SliceRecord slice) {
    return slice.sample().stream()
        .flatMap(sample -> sample.residentBytes().stream().boxed())
        .map(bytes -> new Residence(slice.workload(), bytes))
        .toList();
  }
}

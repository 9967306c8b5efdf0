// What several sets of processes say together of whether a server gets worse.
package dev.loadline.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.loadline.measure.Drift.Way;
import dev.loadline.measure.Records.Place;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ServerDriftTest {
  private static final int BLOCKS = 12;
  private static final List<String> WORKLOADS = List.of("hello", "hash");
  private static final Worse SLOWER = new Worse(0.04, 0);
  private static final Worse LARGER = new Worse(0, 40);
  private static final Worse LEVEL = new Worse(0, 0);

  /**
   * What a set of processes loses and grows by from block to block.
   *
   * @param loss a log ratio
   */
  private record Worse(double loss, double mebibytes) {}

  @Test
  void whatOneSetOfProcessesShowsIsToBeConfirmedByAFreshOne() {
    ServerDrift drift = shown(SLOWER);
    assertThat(drift.unconfirmed(1))
        .containsExactly("java/duck hello.slowsDown", "java/duck hash.slowsDown");
    assertThat(drift.confirmed()).isEmpty();
  }

  @Test
  void whatAFreshOneShowsAgainIsConfirmedAndAskedNoMore() {
    ServerDrift drift = shown(SLOWER, SLOWER);
    assertThat(drift.unconfirmed(2)).isEmpty();
    assertThat(drift.confirmed())
        .extracting(Drift::way, Drift::workload)
        .containsExactly(tuple(Way.SLOWS_DOWN, "hello"), tuple(Way.SLOWS_DOWN, "hash"));
  }

  @Test
  void ofThreeSetsTwoAreEnoughWhicheverTheyAre() {
    assertThat(shown(SLOWER, LARGER, SLOWER).confirmed())
        .extracting(Drift::way)
        .containsOnly(Way.SLOWS_DOWN);
  }

  @Test
  void whatAFreshOneDoesNotShowIsNotConfirmed() {
    assertThat(shown(new Worse(0.04, 40), LEVEL).confirmed()).isEmpty();
  }

  @Test
  void theMoreWorkloadsThereAreTheFewerBlocksAreWantedOfEach() {
    assertThat(IntStream.of(1, 2, 4, 10).map(ServerDriftTest::blocksWanted))
        .containsExactly(16, 15, 8, 4);
  }

  @Test
  void whatOnlyLooksAsIfItSlowedDownGetsThreeTimesAsManyAndNoMoreOnceItIsPlain() {
    assertThat(blocksWanted(shown(4, new Worse(0.06, 0)))).isEqualTo(45);
    assertThat(blocksWanted(shown(12, SLOWER))).isEqualTo(15);
    assertThat(blocksWanted(shown(4, new Worse(0.005, 0)))).isEqualTo(15);
  }

  @Test
  void whereNothingIsWatchedThereIsNone() {
    ServerDrift drift = ServerDrift.none(new Records(Writer.nullWriter()));
    assertThat(drift.ofSet(1)).isEmpty();
    assertThat(drift.confirmed()).isEmpty();
  }

  private static int blocksWanted(int workloads) {
    Map<Place, List<Metric>> watched = new LinkedHashMap<>();
    IntStream.range(0, workloads)
        .forEach(at -> watched.put(new Place("java", Samples.STACK, "" + at), List.of()));
    return blocksWanted(new ServerDrift(watched, new Records(Writer.nullWriter())));
  }

  /** How many of each workload it has measured at most, of the first set of processes. */
  private static int blocksWanted(ServerDrift drift) {
    int blocks = 0;
    while (drift.wantsMore(1, blocks)) {
      blocks++;
    }
    return blocks;
  }

  private static ServerDrift shown(Worse... sets) {
    return shown(BLOCKS, sets);
  }

  private static ServerDrift shown(int blocks, Worse... sets) {
    Records records = new Records(Writer.nullWriter());
    for (int at = 0; at < sets.length; at++) {
      for (int block = 1; block <= blocks; block++) {
        for (String workload : WORKLOADS) {
          records.add(block(workload, at + 1, block, sets[at]));
        }
      }
    }
    Map<Place, List<Metric>> watched = new LinkedHashMap<>();
    for (String workload : WORKLOADS) {
      watched.put(new Place("java", Samples.STACK, workload), List.of(Samples.THROUGHPUT));
    }
    return new ServerDrift(watched, records);
  }

  private static List<SliceRecord> block(String workload, int process, int block, Worse worse) {
    Sample speed = Samples.closedLoop(10_000 * Math.exp(-worse.loss() * block));
    double bytes = (100 + worse.mebibytes() * block) * 1024 * 1024;
    Sample own = Samples.withServer(speed, "residentBytes", bytes);
    return Samples.ofProcess(process, Samples.pair(block, own, Samples.closedLoop(10_000))).stream()
        .map(slice -> Samples.ofWorkload(workload, slice))
        .toList();
  }
}

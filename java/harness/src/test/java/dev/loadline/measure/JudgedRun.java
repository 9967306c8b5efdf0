// A run of one stack on hash, judged from recorded slices as the engine judges them.
package dev.loadline.measure;

import dev.loadline.measure.Records.Place;
import dev.loadline.measure.SliceRecord.Kind;
import dev.loadline.measure.Verdicts.RunOutcome;
import dev.loadline.thresholds.Gate;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Stream;

final class JudgedRun {
  private final Records records = new Records(Writer.nullWriter());
  private final Verdicts verdicts;

  JudgedRun(Gate gate, Metric... metrics) {
    Place place = new Place("java", Samples.STACK, "hash");
    this.verdicts = new Verdicts(Map.of(place, List.of(metrics)), gate, records);
  }

  /** All sets of processes together. */
  @SafeVarargs
  static JudgedRun of(Metric metric, List<SliceRecord>... sets) {
    JudgedRun run = new JudgedRun(Samples.GATE, metric);
    for (List<SliceRecord> set : sets) {
      run.add(set);
    }
    return run;
  }

  /** In order of time; the slices of one block are kept together. */
  JudgedRun add(List<SliceRecord> slices) {
    Map<String, List<SliceRecord>> blocks = new LinkedHashMap<>();
    for (SliceRecord slice : slices) {
      String key = "%d %d %s".formatted(slice.process(), slice.block(), slice.kind());
      blocks.merge(
          key,
          List.of(slice),
          (some, more) -> Stream.of(some, more).flatMap(List::stream).toList());
    }
    blocks.values().forEach(records::add);
    return this;
  }

  /**
   * @param block is asked for as long as more are wanted
   * @return how many there were
   */
  int throughput(IntFunction<List<SliceRecord>> block) {
    int count = 0;
    while (comparison().needs(Kind.THROUGHPUT, 1)) {
      add(block.apply(++count));
    }
    return count;
  }

  Comparison comparison() {
    return verdicts.comparisons().get(0);
  }

  RunOutcome outcome() {
    return verdicts.outcome();
  }

  ComparisonOutcome found() {
    return outcome().comparisons().get(0);
  }

  Verdict verdict() {
    return outcome().verdict().orElseThrow();
  }

  MetricOutcome metric() {
    return found().metrics().get(0);
  }
}

// The harms of one metric, block by block, of one set of processes.
package dev.loadline.measure;

import dev.loadline.measure.Records.Block;
import dev.loadline.measure.SliceRecord.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * @param harms of the blocks that count, in order of time
 * @param leftOut why the others do not
 * @param compilerShares of one core, what the compilers of a JVM had in the blocks that count; none
 *     of another runtime
 */
record Series(List<Double> harms, List<String> leftOut, List<Double> compilerShares) {

  /**
   * @param blocks of one comparison and one set of processes
   */
  static Series of(Metric metric, List<Block> blocks) {
    Series series = new Series(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (Block block : blocks) {
      if (block.kind() == metric.kind()) {
        series.add(metric, block);
      }
    }
    return series;
  }

  private void add(Metric metric, Block block) {
    Optional<String> why = whyLeftOut(metric, block);
    if (why.isPresent()) {
      leftOut.add(why.get());
      return;
    }
    Sample own = block.subject().sample().orElseThrow();
    double unit =
        metric.isRelative()
            ? Metric.figureOf(metric.kind(), block.reference().flatMap(SliceRecord::sample).get())
            : 1;
    harms.add(metric.limit().harmOf(Metric.figureOf(metric.kind(), own) / unit));
    own.compilerShare().ifPresent(compilerShares::add);
  }

  /** That count, or do not. */
  int blocks() {
    return harms.size() + leftOut.size();
  }

  private static Optional<String> whyLeftOut(Metric metric, Block block) {
    Optional<String> own = whyUnusable(block.subject());
    if (own.isPresent() || !metric.isRelative()) {
      return own;
    }
    if (block.reference().isEmpty()) {
      return Optional.of("the reference was not measured");
    }
    SliceRecord reference = block.reference().get();
    return whyUnusable(reference).map(why -> reference.arm() + ": " + why);
  }

  private static Optional<String> whyUnusable(SliceRecord record) {
    return record.invalid().or(record::problem).or(() -> whyWithoutFigure(record));
  }

  private static Optional<String> whyWithoutFigure(SliceRecord record) {
    if (record.sample().isEmpty()) {
      return Optional.of("no sample");
    }
    Sample sample = record.sample().get();
    if (sample.errors() > 0) {
      return Optional.of("wrong answers");
    }
    return record.kind() == Kind.WARM_UP
        ? Optional.of("it is of the warm-up")
        : Metric.whyNoFigure(record.kind(), sample);
  }
}

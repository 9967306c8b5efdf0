// Samples and slices as a run would have recorded them, for tests that need no driver.
package dev.loadline.measure;

import dev.loadline.instruments.Conditions;
import dev.loadline.measure.SliceRecord.Kind;
import dev.loadline.measure.SliceRecord.Role;
import dev.loadline.thresholds.Gate;
import dev.loadline.thresholds.Limit;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

final class Samples {
  static final String STACK = "java/duck";
  static final String YARDSTICK = "java/yardstick";
  static final Gate GATE = new Gate(0.01, 0.05, 1, 40, Gate.Inconclusive.WARN, Optional.empty());
  static final Metric THROUGHPUT = metric(Limit.Kind.THROUGHPUT_OF_YARDSTICK_MIN, 0.5);
  static final Metric P99 = metric(Limit.Kind.P99_OF_YARDSTICK_MAX, 2);
  static final Conditions QUIET = new Conditions(OptionalDouble.of(0), OptionalDouble.of(0), 1);

  private Samples() {}

  /** Of the stack on hash. */
  static Metric metric(Limit.Kind kind, double value) {
    return new Metric(
        STACK,
        "hash",
        new Limit(kind, value, "/stacks/java~1duck/hash/" + kind.key()),
        Optional.empty());
  }

  /**
   * Of a closed loop on 50 connections: it obeys Little's law, and the server was the bottleneck.
   */
  static Sample closedLoop(double requestsPerSecond) {
    return closedLoop(requestsPerSecond, 50 / requestsPerSecond * 1e6);
  }

  static Sample closedLoop(double requestsPerSecond, double meanMicros) {
    return stalled(requestsPerSecond, meanMicros, Math.round(meanMicros));
  }

  /** Of a second, in which one answer took longer than the others. */
  static Sample stalled(double requestsPerSecond, double meanMicros, long slowestMicros) {
    return sample(
        "{'connections': 50, 'seconds': 1, 'valid': %d, 'responses': %d, 'requestsPerSecond': %f, "
            + "'ratePerSecond': null, 'latenessMicros': null, 'latencyMicros': {'p50': 1, 'p99': %f}, 'histogram': '%s'}",
        Math.round(requestsPerSecond),
        Math.round(requestsPerSecond),
        requestsPerSecond,
        meanMicros,
        histogram(Math.round(meanMicros), slowestMicros));
  }

  static Sample openLoop(double p99Micros, double latenessP99Micros) {
    return sample(
        "{'connections': 50, 'valid': 2100, 'responses': 2100, 'requestsPerSecond': 2100, 'ratePerSecond': 2100, "
            + "'sentPerSecond': 2100, 'seconds': 1, 'lateSends': 0, 'latenessMicros': {'p50': 1, 'p99': %f}, 'latencyMicros': {'p50': 1, 'p99': %f}, 'histogram': '%s'}",
        latenessP99Micros, p99Micros, histogram(Math.round(p99Micros), Math.round(p99Micros)));
  }

  private static Sample sample(String json, Object... figures) {
    ObjectNode node =
        (ObjectNode)
            JsonMapper.shared()
                .readTree(String.format(Locale.ROOT, json, figures).replace('\'', '"'));
    node.put("driverCpuShare", 0.5);
    node.putObject("errors").put("total", 0).putObject("kinds");
    node.putArray("exchanges");
    node.putObject("server").put("cpuShare", 0.99).put("residentBytes", 100_000_000);
    return new Sample(node);
  }

  static Sample with(Sample sample, String key, double value) {
    ObjectNode json = (ObjectNode) sample.json().deepCopy();
    json.put(key, value);
    return new Sample(json);
  }

  static Sample withCpuOfServer(Sample sample, double share) {
    return withServer(sample, "cpuShare", share);
  }

  static Sample withWrongBodies(Sample sample, int count, String example) {
    ObjectNode json = (ObjectNode) sample.json().deepCopy();
    ObjectNode errors = (ObjectNode) json.get("errors");
    errors.put("total", count);
    ObjectNode body = ((ObjectNode) errors.get("kinds")).putObject("body");
    body.put("count", count).putArray("examples").add(example);
    return new Sample(json);
  }

  static Sample withServer(Sample sample, String key, double value) {
    ObjectNode json = (ObjectNode) sample.json().deepCopy();
    ((ObjectNode) json.get("server")).put(key, value);
    return new Sample(json);
  }

  /** A block of throughput: the stack's slice, and the yardstick's. */
  static List<SliceRecord> pair(int block, double stack, double yardstick) {
    return pair(block, closedLoop(stack), closedLoop(yardstick));
  }

  static List<SliceRecord> pair(int block, Sample stack, Sample yardstick) {
    return List.of(
        slice(block, STACK, Kind.THROUGHPUT, stack),
        slice(block, YARDSTICK, Kind.THROUGHPUT, yardstick));
  }

  /** A block of p99, in milliseconds. */
  static List<SliceRecord> p99(int block, double stack, double yardstick) {
    return List.of(
        slice(block, STACK, Kind.P99, openLoop(stack * 1_000, 1)),
        slice(block, YARDSTICK, Kind.P99, openLoop(yardstick * 1_000, 1)));
  }

  static List<SliceRecord> blocks(int count, IntFunction<List<SliceRecord>> block) {
    return IntStream.rangeClosed(1, count).mapToObj(block).flatMap(List::stream).toList();
  }

  static SliceRecord slice(int block, String arm, Kind kind, Sample sample) {
    Role role = arm.equals(YARDSTICK) ? Role.REFERENCE : Role.SUBJECT;
    return new SliceRecord(
        "java",
        "java",
        "hash",
        1,
        block,
        0,
        arm,
        role,
        kind,
        QUIET,
        Optional.empty(),
        Optional.empty(),
        Optional.of(sample));
  }

  static SliceRecord invalid(SliceRecord slice, String why) {
    return copy(slice, slice.process(), slice.order(), Optional.of(why), Optional.empty());
  }

  static SliceRecord ended(SliceRecord slice, String how) {
    return copy(slice, slice.process(), slice.order(), Optional.empty(), Optional.of(how));
  }

  static List<SliceRecord> ofProcess(int process, List<SliceRecord> slices) {
    return slices.stream()
        .map(slice -> copy(slice, process, slice.order(), slice.invalid(), slice.problem()))
        .toList();
  }

  static SliceRecord ofWorkload(String workload, SliceRecord slice) {
    return new SliceRecord(
        slice.language(),
        slice.group(),
        workload,
        slice.process(),
        slice.block(),
        slice.order(),
        slice.arm(),
        slice.role(),
        slice.kind(),
        slice.conditions(),
        slice.invalid(),
        slice.problem(),
        slice.sample());
  }

  static List<SliceRecord> inTurn(int order, List<SliceRecord> slices) {
    return slices.stream()
        .map(slice -> copy(slice, slice.process(), order, slice.invalid(), slice.problem()))
        .toList();
  }

  private static SliceRecord copy(
      SliceRecord slice,
      int process,
      int order,
      Optional<String> invalid,
      Optional<String> problem) {
    return new SliceRecord(
        slice.language(),
        slice.group(),
        slice.workload(),
        process,
        slice.block(),
        order,
        slice.arm(),
        slice.role(),
        slice.kind(),
        slice.conditions(),
        invalid,
        problem,
        slice.sample());
  }

  private static String histogram(long micros, long slowestMicros) {
    Histogram latencies = new Histogram(3_600_000_000L, 3);
    latencies.recordValueWithCount(Math.max(1, micros), 10_000);
    latencies.recordValue(Math.max(1, slowestMicros));
    ByteBuffer buffer = ByteBuffer.allocate(latencies.getNeededByteBufferCapacity());
    int length = latencies.encodeIntoCompressedByteBuffer(buffer);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
  }
}

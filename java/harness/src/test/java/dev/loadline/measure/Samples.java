// Samples as a driver would have written them, for tests that need no driver.
package dev.loadline.measure;

import dev.loadline.measure.BlockSlice.Kind;
import dev.loadline.measure.BlockSlice.Role;
import dev.loadline.thresholds.Gate;
import dev.loadline.thresholds.Limit;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

final class Samples {
  static final String STACK = "java/duck";
  static final String YARDSTICK = "java/yardstick";
  static final Gate GATE = new Gate(0.01, 0.05, 1, 40, Gate.Inconclusive.WARN);
  static final Assurance ASSURANCE = new Assurance(GATE, 2);
  static final Metric THROUGHPUT = metric(Limit.Kind.THROUGHPUT_OF_YARDSTICK_MIN, 0.5);
  static final Metric P99 = metric(Limit.Kind.P99_OF_YARDSTICK_MAX, 2);
  static final Conditions QUIET = new Conditions(OptionalDouble.of(0), OptionalDouble.of(0), 1);

  private Samples() {}

  /** Of the stack on hash. */
  static Metric metric(Limit.Kind kind, double value) {
    return new Metric(
        STACK, "hash", new Limit(kind, value, "/stacks/java~1duck/hash/" + kind.key()));
  }

  /**
   * Of a closed loop on 50 connections: it obeys Little's law, and the server was the bottleneck.
   */
  static Sample closedLoop(double requestsPerSecond) {
    return closedLoop(requestsPerSecond, 50 / requestsPerSecond * 1e6);
  }

  static Sample closedLoop(double requestsPerSecond, double meanMicros) {
    return sample(
        "{'connections': 50, 'valid': %d, 'responses': %d, 'requestsPerSecond': %f, 'ratePerSecond': null, 'latenessMicros': null, 'latencyMicros': {'p50': 1, 'p99': %f}, 'histogram': '%s'}",
        Math.round(requestsPerSecond),
        Math.round(requestsPerSecond),
        requestsPerSecond,
        meanMicros,
        histogram(Math.round(meanMicros)));
  }

  static Sample openLoop(double p99Micros, double latenessP99Micros) {
    return sample(
        "{'connections': 50, 'valid': 2100, 'responses': 2100, 'requestsPerSecond': 2000, 'ratePerSecond': 2000, 'latenessMicros': {'p50': 1, 'p99': %f}, 'latencyMicros': {'p50': 1, 'p99': %f}, 'histogram': '%s'}",
        latenessP99Micros, p99Micros, histogram(Math.round(p99Micros)));
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
    ObjectNode json = (ObjectNode) sample.json().deepCopy();
    ((ObjectNode) json.get("server")).put("cpuShare", share);
    return new Sample(json);
  }

  static Sample withWrongBodies(Sample sample, int count, String example) {
    ObjectNode json = (ObjectNode) sample.json().deepCopy();
    ObjectNode errors = (ObjectNode) json.get("errors");
    errors.put("total", count);
    ObjectNode body = ((ObjectNode) errors.get("kinds")).putObject("body");
    body.put("count", count).putArray("examples").add(example);
    return new Sample(json);
  }

  static BlockSlice throughput(int block, String arm, double requestsPerSecond) {
    return slice(block, arm, Kind.THROUGHPUT, closedLoop(requestsPerSecond));
  }

  static BlockSlice p99(int block, String arm, double p99Micros) {
    return slice(block, arm, Kind.P99, openLoop(p99Micros, 1));
  }

  static BlockSlice slice(int block, String arm, Kind kind, Sample sample) {
    Role role = arm.endsWith("/yardstick") ? Role.REFERENCE : Role.SUBJECT;
    return new BlockSlice(
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

  static BlockSlice invalid(BlockSlice slice, String why) {
    return copy(slice, slice.process(), Optional.of(why), slice.sample());
  }

  static BlockSlice ofProcess(int process, BlockSlice slice) {
    return copy(slice, process, slice.invalid(), slice.sample());
  }

  static BlockSlice withResidentBytes(BlockSlice slice, long bytes) {
    return withServer(slice, "residentBytes", bytes);
  }

  static BlockSlice withCompilerShare(BlockSlice slice, double share) {
    return withServer(slice, "compilerShare", share);
  }

  private static BlockSlice withServer(BlockSlice slice, String key, double value) {
    ObjectNode json = (ObjectNode) slice.sample().orElseThrow().json().deepCopy();
    ((ObjectNode) json.get("server")).put(key, value);
    return copy(slice, slice.process(), slice.invalid(), Optional.of(new Sample(json)));
  }

  private static BlockSlice copy(
      BlockSlice slice, int process, Optional<String> invalid, Optional<Sample> sample) {
    return new BlockSlice(
        slice.workload(),
        process,
        slice.block(),
        slice.order(),
        slice.arm(),
        slice.role(),
        slice.kind(),
        slice.conditions(),
        invalid,
        slice.problem(),
        sample);
  }

  private static String histogram(long micros) {
    Histogram latencies = new Histogram(3_600_000_000L, 3);
    latencies.recordValueWithCount(Math.max(1, micros), 1_000);
    ByteBuffer buffer = ByteBuffer.allocate(latencies.getNeededByteBufferCapacity());
    int length = latencies.encodeIntoCompressedByteBuffer(buffer);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
  }
}

// What one slice gave, as a driver writes it (contracts/schema/sample.schema.json).
package dev.loadline.measure;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.OptionalDouble;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * @param json with {@code server} where the slice was measured and not only driven
 */
record Sample(JsonNode json) {
  /** The same with what the server used meanwhile. */
  Sample with(ObjectNode use) {
    ObjectNode json = (ObjectNode) this.json.deepCopy();
    json.set("server", use);
    return new Sample(json);
  }

  int connections() {
    return json.get("connections").asInt();
  }

  /** Right answers of the window. */
  long valid() {
    return json.get("valid").asLong();
  }

  /** All answers of the slice, right or wrong, before and after the window too. */
  long responses() {
    return json.get("responses").asLong();
  }

  double requestsPerSecond() {
    return json.get("requestsPerSecond").asDouble();
  }

  OptionalDouble p50Micros() {
    return figure("/latencyMicros/p50");
  }

  OptionalDouble p99Micros() {
    return figure("/latencyMicros/p99");
  }

  /** Of an open loop. */
  OptionalDouble latenessP99Micros() {
    return figure("/latenessMicros/p99");
  }

  /** Of an open loop: of the requests that went out, those that did over 1 ms late. */
  double lateShare() {
    double sent = figure("/sentPerSecond").orElse(0) * seconds();
    return sent > 0 ? figure("/lateSends").orElse(0) / sent : 0;
  }

  /** CPU time of the driver over the window, as a share of one core. */
  double driverCpuShare() {
    return json.get("driverCpuShare").asDouble();
  }

  /** CPU time of the server over the slice, as a share of one core. */
  OptionalDouble serverCpuShare() {
    return figure("/server/cpuShare");
  }

  OptionalDouble cpuMicrosPerRequest() {
    return figure("/server/cpuMicrosPerRequest");
  }

  /** CPU time of the server's compilers, as a share of one core; empty unless it is a JVM. */
  OptionalDouble compilerShare() {
    return figure("/server/compilerShare");
  }

  OptionalDouble residentBytes() {
    return figure("/server/residentBytes");
  }

  /** Right answers of one exchange over the whole slice. */
  long right(int exchange) {
    return json.at("/exchanges/" + exchange + "/right").asLong(0);
  }

  /** Of the window. */
  double seconds() {
    return json.get("seconds").asDouble();
  }

  /** Latencies of the window's right answers, in microseconds. */
  Histogram latencies() {
    byte[] compressed = Base64.getDecoder().decode(json.get("histogram").asString());
    try {
      return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(compressed), 0);
    } catch (DataFormatException broken) {
      throw new IllegalArgumentException("the sample's histogram cannot be read", broken);
    }
  }

  long errors() {
    return json.at("/errors/total").asLong();
  }

  /** Each kind of error with how often it came and an example; none when all went well. */
  List<String> faults() {
    return json.at("/errors/kinds").properties().stream()
        .map(
            kind ->
                "%,d of %,d answers wrong or missing (%s): %s"
                    .formatted(
                        kind.getValue().get("count").asLong(),
                        responses(),
                        kind.getKey(),
                        kind.getValue().at("/examples/0").asString()))
        .toList();
  }

  private OptionalDouble figure(String pointer) {
    JsonNode figure = json.at(pointer);
    return figure.isNumber() ? OptionalDouble.of(figure.asDouble()) : OptionalDouble.empty();
  }
}

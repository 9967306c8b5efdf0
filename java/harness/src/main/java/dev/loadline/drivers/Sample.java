// What one slice gave (contracts/schema/sample.schema.json).
package dev.loadline.drivers;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * @param seconds length of the window in which answers counted
 * @param valid right answers that ended in the window; in an open loop, to requests due in it
 * @param responses all answers of the slice, before and after the window included
 * @param reconnects connections closed by the server as it had announced
 * @param exchanges of the load, in its order; none for an echo
 * @param ratePerSecond what was asked for; null in a closed loop
 * @param sentPerSecond requests due in the window that were sent, at most a second after its end;
 *     null in a closed loop
 * @param latenessMicros sent minus due; null in a closed loop, and where nothing was sent
 * @param lateSends requests due in the window of which the driver was over 1 ms late: their
 *     latencies do not count; null in a closed loop
 * @param items of streams; null where the load has none
 * @param histogram HdrHistogram of latencies in microseconds, V2 compressed base64
 * @param driverCpuShare CPU time of the driver over the window, as a share of one core
 */
record Sample(
    String schemaVersion,
    String driver,
    String startedAt,
    int connections,
    double seconds,
    long valid,
    long responses,
    long reconnects,
    List<ExchangeCount> exchanges,
    double requestsPerSecond,
    Double ratePerSecond,
    Double sentPerSecond,
    Percentiles latencyMicros,
    Percentiles latenessMicros,
    Long lateSends,
    Items items,
    Errors errors,
    String histogram,
    double driverCpuShare) {
  static final String SCHEMA_VERSION = "1.1";

  /** Of microseconds; null where there were too few. */
  record Percentiles(Long p50, Long p99) {}

  /** Of a stream. */
  record Items(double perSecond, Percentiles betweenMicros) {}

  /** Answers of one exchange over the whole slice, in the window or not. */
  record ExchangeCount(String name, long responses, long right) {}

  record Errors(long total, Map<String, ErrorsOfKind> kinds) {}

  record ErrorsOfKind(long count, List<String> examples) {}

  /** On one line. */
  String json() {
    return JsonMapper.shared().writeValueAsString(this);
  }
}

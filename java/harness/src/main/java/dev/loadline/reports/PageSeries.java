// What the page shows of the raw blocks; whole numbers, so that both sides write the same.
package dev.loadline.reports;

import dev.loadline.measure.Metric;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Node's page-series.js says what stands where. */
final class PageSeries {
  private static final List<String> KINDS = List.of("throughput", "p99");
  private static final int HUNDRED = 100;

  private final List<String> reasons = new ArrayList<>();
  private final Map<List<String>, List<Pair>> pairs = new LinkedHashMap<>();

  private record Pair(JsonNode subject, Optional<JsonNode> reference) {}

  private PageSeries(List<JsonNode> records) {
    Map<List<String>, JsonNode> references = new LinkedHashMap<>();
    records.stream()
        .filter(record -> isOf(record, "role", "reference"))
        .forEach(record -> references.put(blockOf(record), record));
    for (JsonNode record : records) {
      if (isOf(record, "role", "subject")) {
        List<String> key = List.of(text(record, "arm"), text(record, "workload"));
        Optional<JsonNode> reference = Optional.ofNullable(references.get(blockOf(record)));
        pairs.computeIfAbsent(key, none -> new ArrayList<>()).add(new Pair(record, reference));
      }
    }
  }

  /** The JSON of a report's blocks. */
  static String of(JsonNode report, PageBlocks blocks) {
    PageSeries series = new PageSeries(blocks.records());
    String comparisons =
        report
            .at("/gate/comparisons")
            .valueStream()
            .map(series::comparison)
            .collect(Collectors.joining(",", "[", "]"));
    String reasons =
        series.reasons.stream().map(PageSeries::json).collect(Collectors.joining(",", "[", "]"));
    String missing = blocks.missing().map(PageSeries::json).orElse("null");
    return "{\"missing\":%s,\"reasons\":%s,\"beyond\":%s,\"comparisons\":%s}"
        .formatted(missing, reasons, array(Spectrum.BEYOND), comparisons);
  }

  private static List<String> blockOf(JsonNode record) {
    String group = record.has("group") ? text(record, "group") : text(record, "language");
    return Stream.concat(
            Stream.of(group),
            Stream.of("workload", "process", "block", "kind").map(key -> text(record, key)))
        .toList();
  }

  private String comparison(JsonNode comparison) {
    List<String> key = List.of(text(comparison, "subject"), text(comparison, "workload"));
    JsonNode reference = comparison.get("reference");
    List<Pair> own =
        pairs.getOrDefault(key, List.of()).stream()
            .filter(pair -> reference.isNull() || isHeldAgainst(pair, reference.asString()))
            .toList();
    return KINDS.stream()
        .flatMap(kind -> kind(kind, own).stream())
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static boolean isHeldAgainst(Pair pair, String reference) {
    return pair.reference().filter(other -> isOf(other, "arm", reference)).isPresent();
  }

  private Optional<String> kind(String kind, List<Pair> all) {
    List<Pair> own = all.stream().filter(pair -> isOf(pair.subject(), "kind", kind)).toList();
    if (own.isEmpty()) {
      return Optional.empty();
    }
    String blocks =
        own.stream().map(pair -> block(kind, pair)).collect(Collectors.joining(",", "[", "]"));
    List<JsonNode> subjects = own.stream().map(Pair::subject).toList();
    List<JsonNode> references = own.stream().flatMap(pair -> pair.reference().stream()).toList();
    return Optional.of(
        "\"%s\":{\"blocks\":%s,\"subject\":%s,\"reference\":%s}"
            .formatted(kind, blocks, array(Spectrum.of(subjects)), array(Spectrum.of(references))));
  }

  private String block(String kind, Pair pair) {
    JsonNode subject = pair.subject();
    Optional<JsonNode> other = pair.reference();
    // The subject's reason comes first in the list of reasons.
    String why = whyLeftOut(kind, subject).map(this::place).orElse("null");
    String whyOther =
        other.flatMap(record -> whyLeftOut(kind, record)).map(this::place).orElse("null");
    return Stream.of(
            text(subject, "process"),
            text(subject, "block"),
            figure(kind, subject),
            other.map(record -> figure(kind, record)).orElse("null"),
            why,
            whyOther)
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static String figure(String kind, JsonNode record) {
    JsonNode sample = record.get("sample");
    if (sample.isNull() || sample.get("valid").asLong() == 0) {
      return "null";
    }
    JsonNode p99 = sample.at("/latencyMicros/p99");
    if ("throughput".equals(kind)) {
      return String.valueOf(Math.round(sample.get("requestsPerSecond").asDouble() * HUNDRED));
    }
    return p99.isNull() ? "null" : String.valueOf(Math.round(p99.asDouble()));
  }

  private String place(String reason) {
    if (!reasons.contains(reason)) {
      reasons.add(reason);
    }
    return String.valueOf(reasons.indexOf(reason));
  }

  private static Optional<String> whyLeftOut(String kind, JsonNode record) {
    for (String key : List.of("invalid", "problem")) {
      if (!record.get(key).isNull()) {
        return Optional.of(text(record, key));
      }
    }
    JsonNode sample = record.get("sample");
    if (sample.isNull()) {
      return Optional.of("no sample");
    }
    if (sample.at("/errors/total").asLong() > 0) {
      return Optional.of("wrong answers");
    }
    long valid = sample.get("valid").asLong();
    if (valid == 0) {
      return Optional.of("nothing was answered in its window");
    }
    boolean isFew = "p99".equals(kind) && valid < Metric.P99_REQUESTS_MIN;
    return isFew
        ? Optional.of(
            String.format(Locale.ROOT, "fewer than %,d requests", Metric.P99_REQUESTS_MIN))
        : Optional.empty();
  }

  private static boolean isOf(JsonNode record, String key, String value) {
    return value.equals(text(record, key));
  }

  private static String text(JsonNode record, String key) {
    return record.get(key).asString();
  }

  private static String array(List<?> values) {
    return values.stream().map(Object::toString).collect(Collectors.joining(",", "[", "]"));
  }

  /** As JSON.stringify writes it. */
  private static String json(String text) {
    return text.codePoints()
        .mapToObj(PageSeries::escaped)
        .collect(Collectors.joining("", "\"", "\""));
  }

  private static String escaped(int character) {
    return switch (character) {
      case '"' -> "\\\"";
      case '\\' -> "\\\\";
      case '\b' -> "\\b";
      case '\f' -> "\\f";
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      default ->
          character < ' '
                  || (character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE)
              ? String.format(Locale.ROOT, "\\u%04x", character)
              : Character.toString(character);
    };
  }
}

// Counts why blocks were left out.
package dev.loadline.measure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

final class LeftOut {
  private LeftOut() {}

  /**
   * @param reasons whose figures after the colon differ from block to block
   * @return how often each came
   */
  static Map<String, Long> counted(List<String> reasons) {
    Map<String, Long> counts = new LinkedHashMap<>();
    reasons.forEach(reason -> counts.merge(reason.replaceFirst(": [^:]*$", ""), 1L, Long::sum));
    return counts;
  }

  /** Such as {@code late sends (5), CPU stolen (1)}. */
  static String told(Map<String, Long> counts) {
    return counts.entrySet().stream()
        .map(reason -> "%s (%d)".formatted(reason.getKey(), reason.getValue()))
        .collect(Collectors.joining(", "));
  }
}

// Sets the fields of rows under one another.
package dev.loadline.reports;

import java.util.List;
import java.util.stream.IntStream;

final class Columns {
  private static final String GAP = "  ";

  private Columns() {}

  /**
   * @param rows the first field of each is set left, the others right
   * @return lines
   */
  static List<String> of(List<List<String>> rows) {
    int[] widths = new int[rows.stream().mapToInt(List::size).max().orElse(0)];
    for (List<String> row : rows) {
      for (int at = 0; at < row.size(); at++) {
        widths[at] = Math.max(widths[at], row.get(at).length());
      }
    }
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  private static String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    IntStream.range(0, row.size())
        .forEach(
            at -> {
              String blanks = " ".repeat(widths[at] - row.get(at).length());
              line.append(at == 0 ? row.get(at) + blanks : GAP + blanks + row.get(at));
            });
    return line.toString().stripTrailing();
  }
}

// A case as it runs: with all parts in it, and of one row at most.
package dev.loadline.contracts;

import tools.jackson.databind.JsonNode;

/**
 * @param pointer to the case in its file
 * @param row which row of it this is, as a pointer ends: {@code (row records.id-letters)}; empty
 *     where it has none
 */
record PlainCase(JsonNode node, String pointer, String row) {
  static String withoutRow(String place) {
    return place.replaceFirst(" \\(row .*\\)$", "");
  }

  /**
   * @param within the case, such as {@code /request/path}; empty for the whole of it
   */
  String place(String within) {
    return pointer + within + row;
  }
}

// Makes plain cases of a contract as it is written: parts in the places of their names, and one
// case a row.
package dev.loadline.contracts;

import dev.loadline.input.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * @param contract with its cases and its load expanded, and no named parts
 * @param cases those of the contract
 */
record Expansion(JsonNode contract, List<PlainCase> cases) {
  private static final Pattern CASE = Pattern.compile("^/cases/(\\d+)(.*)$");

  /**
   * @param written a contract that its schema has passed
   * @param problems is added to: the cases that have one are left out
   */
  static Expansion of(JsonNode written, String file, List<Problem> problems) {
    ObjectNode contract = (ObjectNode) written.deepCopy();
    NamedParts parts = new NamedParts(written, file, problems);
    List<PlainCase> cases = new ArrayList<>();
    for (int index = 0; index < written.get("cases").size(); index++) {
      JsonPointer at = JsonPointer.compile("/cases/" + index);
      List<Problem> found = new ArrayList<>();
      List<PlainCase> plain = new Rows(written.at(at), at, file).cases(parts, found);
      problems.addAll(found);
      if (found.isEmpty()) {
        cases.addAll(plain);
      }
    }
    ArrayNode all = contract.putArray("cases");
    cases.forEach(each -> all.add(each.node()));
    written
        .optional("load")
        .ifPresent(
            load ->
                contract.set("load", parts.putIn(load, JsonPointer.compile("/load"), problems)));
    parts.tellUnused(problems);
    contract.remove(NamedParts.KINDS);
    return new Expansion(contract, cases);
  }

  /** A problem with the expanded contract, with its place in the file. */
  Problem inFile(Problem problem) {
    Matcher within = CASE.matcher(problem.pointer());
    if (!within.matches()) {
      return problem;
    }
    return problem.at(cases.get(Integer.parseInt(within.group(1))).place(within.group(2)));
  }
}

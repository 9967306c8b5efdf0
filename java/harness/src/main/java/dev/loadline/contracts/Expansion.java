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
    JsonPointer all = JsonPointer.compile("/cases");
    for (int index = 0; index < written.get("cases").size(); index++) {
      JsonPointer at = all.appendIndex(index);
      int before = problems.size();
      Rows rows = new Rows(parts.putIn(written.at(at), at), at);
      problems.addAll(rows.problems(file));
      if (problems.size() == before) {
        cases.addAll(rows.cases());
      }
    }
    ArrayNode plain = contract.putArray("cases");
    cases.forEach(each -> plain.add(each.node()));
    written
        .optional("load")
        .ifPresent(load -> contract.set("load", parts.putIn(load, JsonPointer.compile("/load"))));
    parts.tellUnused();
    contract.remove(NamedParts.KINDS);
    return new Expansion(contract, cases);
  }

  /** A problem with the expanded contract, with its place in the file. */
  Problem inFile(Problem problem) {
    Matcher within = CASE.matcher(problem.pointer());
    if (!within.matches()) {
      return problem;
    }
    String pointer = cases.get(Integer.parseInt(within.group(1))).place(within.group(2));
    return new Problem(problem.file(), pointer, problem.expected(), problem.actual());
  }
}

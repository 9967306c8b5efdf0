// Makes plain cases of a contract as it is written: parts in the places of their names, and one
// case a row.
package dev.loadline.contracts;

import dev.loadline.input.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
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

  /**
   * What is wrong with cases of rows, of which the schema knows nothing before they are made.
   *
   * @param schema what is wrong with a contract by its schema
   */
  List<Problem> problemsOfRows(Function<JsonNode, List<Problem>> schema) {
    List<PlainCase> ofRows = cases.stream().filter(each -> !each.row().isEmpty()).toList();
    if (ofRows.isEmpty()) {
      return List.of();
    }
    ObjectNode plain = (ObjectNode) contract.deepCopy();
    plain.remove("load");
    ArrayNode all = plain.putArray("cases");
    ofRows.forEach(each -> all.add(each.node()));
    return schema.apply(plain).stream().map(problem -> inFile(problem, ofRows)).toList();
  }

  private static Problem inFile(Problem problem, List<PlainCase> cases) {
    Matcher within = CASE.matcher(problem.pointer());
    return within.matches()
        ? problem.at(cases.get(Integer.parseInt(within.group(1))).place(within.group(2)))
        : problem;
  }
}

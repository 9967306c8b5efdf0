// Puts the named requests, responses and exchanges of a contract where their names stand.
package dev.loadline.contracts;

import dev.loadline.input.Problem;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

final class NamedParts {
  /** Exchanges come last, for they may name the others. */
  static final List<String> KINDS = List.of("requests", "responses", "exchanges");

  /** Where steps stand; the exchanges of a load are steps too. */
  private static final Set<String> STEPS = Set.of("steps", "warmUp", "meanwhile", "exchanges");

  /** The kind of part by the key at which one, or its name, stands. */
  private static final Map<String, String> KIND_AT =
      Map.of("request", "requests", "response", "responses");

  /** Their keys are the author's, not ours. */
  private static final Set<String> DATA = Set.of("json", "jsonIncludes", "headers", "capture");

  private static final String EXCHANGES = "exchanges";
  private static final String LIKE = "like";

  private final JsonNode contract;
  private final String file;

  /** Parts without names within, by their pointers. */
  private final Map<String, JsonNode> parts = new HashMap<>();

  private final Set<String> used = new HashSet<>();

  /**
   * @param contract as it stands in its file, which its schema has passed
   * @param problems is added to, for exchanges that name others
   */
  NamedParts(JsonNode contract, String file, List<Problem> problems) {
    this.contract = contract;
    this.file = file;
    KINDS.forEach(kind -> add(kind, problems));
  }

  private void add(String kind, List<Problem> problems) {
    JsonPointer all = JsonPointer.empty().appendProperty(kind);
    contract
        .path(kind)
        .properties()
        .forEach(
            each -> {
              JsonPointer at = all.appendProperty(each.getKey());
              parts.put(at.toString(), putIn(each.getValue(), at, problems));
            });
  }

  /**
   * @param at the place of the node in the file
   * @param problems is added to
   * @return a copy with parts in the places of their names
   */
  JsonNode putIn(JsonNode node, JsonPointer at, List<Problem> problems) {
    if (node.isArray()) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      for (int index = 0; index < node.size(); index++) {
        array.add(putIn(node.get(index), at.appendIndex(index), problems));
      }
      return array;
    }
    if (!node.isObject()) {
      return node;
    }
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    node.properties()
        .forEach(
            each -> {
              JsonPointer inner = at.appendProperty(each.getKey());
              object.set(each.getKey(), value(each.getKey(), each.getValue(), inner, problems));
            });
    return object;
  }

  private JsonNode value(String key, JsonNode value, JsonPointer at, List<Problem> problems) {
    if (DATA.contains(key)) {
      return value;
    }
    if (KIND_AT.containsKey(key)) {
      return putIn(part(KIND_AT.get(key), value, at, problems), at, problems);
    }
    if (STEPS.contains(key) && value.isArray()) {
      ArrayNode steps = JsonNodeFactory.instance.arrayNode();
      for (int index = 0; index < value.size(); index++) {
        JsonPointer step = at.appendIndex(index);
        steps.add(putIn(part(EXCHANGES, value.get(index), step, problems), step, problems));
      }
      return steps;
    }
    return putIn(value, at, problems);
  }

  private JsonNode part(String kind, JsonNode node, JsonPointer at, List<Problem> problems) {
    if (node.isString()) {
      return named(kind, node, at, problems);
    }
    if (!node.has(LIKE)) {
      return node;
    }
    ObjectNode part = JsonNodeFactory.instance.objectNode();
    JsonNode like = named(kind, node.get(LIKE), at.appendProperty(LIKE), problems);
    like.properties().forEach(each -> part.set(each.getKey(), each.getValue()));
    node.properties().stream()
        .filter(each -> !each.getKey().equals(LIKE))
        .forEach(each -> part.set(each.getKey(), each.getValue()));
    return part;
  }

  private JsonNode named(String kind, JsonNode name, JsonPointer at, List<Problem> problems) {
    String pointer =
        JsonPointer.empty().appendProperty(kind).appendProperty(name.asString("")).toString();
    used.add(pointer);
    JsonNode part = parts.get(pointer);
    if (part == null) {
      problems.add(new Problem(file, at.toString(), names(kind), name.toString()));
      return JsonNodeFactory.instance.objectNode();
    }
    return part;
  }

  private String names(String kind) {
    String names = String.join(", ", contract.path(kind).propertyNames());
    return "a name in /" + kind + ": " + (names.isEmpty() ? "there is none" : names);
  }

  /** To be called when all of them have been put in. */
  void tellUnused(List<Problem> problems) {
    for (String kind : KINDS) {
      for (String name : contract.path(kind).propertyNames()) {
        String pointer = JsonPointer.empty().appendProperty(kind).appendProperty(name).toString();
        if (!used.contains(pointer)) {
          problems.add(new Problem(file, pointer, "a part that is used", '"' + name + '"'));
        }
      }
    }
  }
}

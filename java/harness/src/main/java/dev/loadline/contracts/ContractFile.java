// Reads one contract, and tells everything that is wrong with it: by its schema, and what a schema
// cannot say.
package dev.loadline.contracts;

import dev.loadline.input.JsonFile;
import dev.loadline.input.Problem;
import dev.loadline.input.SchemaCheck;
import dev.loadline.services.ServiceName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

final class ContractFile {
  /** The ids of all contracts that have been read. */
  static final class Ids {
    private final Set<String> seen = new HashSet<>();
  }

  private static final Set<String> ONLY_WITH_OWN_SERVER =
      Set.of("stop", "signal", "restart", "withoutServices");
  private static final Set<String> ONLY_WITH_SERVICE = Set.of("service", "serviceConnectionsMax");

  /** Their keys are the author's, not ours. */
  private static final Set<String> DATA = Set.of("json", "jsonIncludes", "headers", "capture");

  private final Path root;
  private final String workload;
  private final SchemaCheck schema;
  private final Ids ids;
  private final List<Problem> problems = new ArrayList<>();
  private final String file;
  private final Map<String, String> pages = new HashMap<>();

  ContractFile(Path root, String workload, SchemaCheck schema, Ids ids) {
    this.root = root;
    this.workload = workload;
    this.schema = schema;
    this.ids = ids;
    this.file = root.getFileName() + "/" + workload + ".json";
  }

  /** What is wrong with it; of rows that have the same problem the first one is told. */
  List<Problem> problems() {
    Set<Problem> told = new HashSet<>();
    return problems.stream()
        .filter(each -> told.add(each.at(PlainCase.withoutRow(each.pointer()))))
        .toList();
  }

  /** Empty when there are problems with it. */
  Optional<Contract> read() {
    Optional<JsonNode> written = JsonFile.read(root.resolve(workload + ".json"), file, problems);
    written.ifPresent(contract -> problems.addAll(bySchema(contract)));
    if (!problems.isEmpty()) {
      return Optional.empty();
    }
    Optional<Expansion> expansion = written.map(each -> Expansion.of(each, file, problems));
    expansion.ifPresent(this::check);
    return expansion.filter(each -> problems.isEmpty()).map(this::contract);
  }

  private List<Problem> bySchema(JsonNode contract) {
    return schema.problems(Words.withPlainPatterns(contract), file);
  }

  private Contract contract(Expansion expansion) {
    JsonNode value = expansion.contract();
    Optional<ServiceName> service =
        value.optional("service").map(JsonNode::asString).map(ServiceName::of);
    return new Contract(
        workload,
        value.get("description").asString(),
        service,
        expansion.cases().stream()
            .map(each -> new Case(each.node(), file + " " + each.place(""), service, pages))
            .toList(),
        value.optional("load").map(load -> new Load(load, file + " /load", pages)));
  }

  private void check(Expansion expansion) {
    JsonNode value = expansion.contract();
    problems.addAll(expansion.problemsOfRows(this::bySchema));
    if (!value.get("workload").asString().equals(workload)) {
      tell("/workload", '"' + workload + "\", as the file is named", value.get("workload"));
    }
    Set<String> descriptions = new HashSet<>();
    for (PlainCase each : expansion.cases()) {
      checkNames(each, descriptions);
      checkWithin(each.node(), each, "", forbidden(each.node(), value.has("service")));
    }
    checkWithin(value.path("load"), new PlainCase(value, "/load", ""), "", Map.of());
  }

  private void checkNames(PlainCase each, Set<String> descriptions) {
    JsonNode id = each.node().get("id");
    if (!id.asString().startsWith(workload + ".")) {
      tell(each.place("/id"), "an id that starts with \"" + workload + ".\"", id);
    }
    if (!ids.seen.add(id.asString())) {
      tell(each.place("/id"), "an id that no other case has", id);
    }
    JsonNode description = each.node().get("description");
    if (!descriptions.add(description.asString())) {
      String expected = "a description that no other case here has";
      tell(each.place("/description"), expected, description);
    }
  }

  /** Why a key may not stand in a case, by the key. */
  private static Map<String, String> forbidden(JsonNode each, boolean service) {
    Map<String, String> forbidden = new HashMap<>();
    if (!each.path("ownServer").asBoolean(false)) {
      ONLY_WITH_OWN_SERVER.forEach(key -> forbidden.put(key, "in a case without \"ownServer\""));
    }
    if (each.has("withoutServices")) {
      ONLY_WITH_SERVICE.forEach(key -> forbidden.put(key, "in a case with \"withoutServices\""));
    }
    if (!service) {
      ONLY_WITH_SERVICE.forEach(key -> forbidden.put(key, "in a contract without \"service\""));
      forbidden.put("withoutServices", "in a contract without \"service\"");
    }
    return forbidden;
  }

  private void checkWithin(JsonNode node, PlainCase all, String at, Map<String, String> forbidden) {
    node.properties()
        .forEach(
            entry -> {
              String inner = at + "/" + entry.getKey().replace("~", "~0").replace("/", "~1");
              checkEntry(entry.getKey(), entry.getValue(), all.place(inner), forbidden);
              if (!DATA.contains(entry.getKey())) {
                checkWithin(entry.getValue(), all, inner, forbidden);
              }
            });
    for (int index = 0; node.isArray() && index < node.size(); index++) {
      checkWithin(node.get(index), all, at + "/" + index, forbidden);
    }
  }

  private void checkEntry(String key, JsonNode value, String at, Map<String, String> forbidden) {
    if (key.equals("page") && value.isString()) {
      readPage(value, at);
    } else if (forbidden.containsKey(key)) {
      tell(at, "no \"" + key + "\" " + forbidden.get(key), value);
    }
  }

  private void readPage(JsonNode page, String at) {
    Path path = root.resolve(page.asString());
    if (!Files.exists(path)) {
      tell(at, "a page that is there", page);
      return;
    }
    try {
      pages.put(page.asString(), Files.readString(path));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private void tell(String pointer, String expected, JsonNode actual) {
    problems.add(new Problem(file, pointer, expected, actual.toString()));
  }
}

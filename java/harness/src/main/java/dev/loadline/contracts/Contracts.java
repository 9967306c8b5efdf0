// Reads the contracts, and refuses those that break their schema with every problem at once.
package dev.loadline.contracts;

import dev.loadline.input.InvalidInput;
import dev.loadline.input.JsonFile;
import dev.loadline.input.Problem;
import dev.loadline.input.SchemaCheck;
import dev.loadline.stacks.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/**
 * @param contracts in the order of workloads.json
 */
public record Contracts(List<Contract> contracts) {
  /** The workload that has no name in a stack's list, because every server must honour it. */
  private static final String EVERY_SERVERS = "process";

  /**
   * @param folder the folder {@code contracts}
   * @throws InvalidInput with every problem of every file
   */
  public static Contracts load(Path folder) {
    Path root = folder.toAbsolutePath().normalize();
    List<Problem> problems = new ArrayList<>();
    List<String> workloads = workloads(root, problems);
    SchemaCheck schema = SchemaCheck.of(root.resolve("schema/contract.schema.json"));
    ContractFile.Ids ids = new ContractFile.Ids();
    List<Contract> contracts = new ArrayList<>();
    for (String workload : workloads) {
      ContractFile file = new ContractFile(root, workload, schema, ids);
      file.read().ifPresent(contracts::add);
      problems.addAll(file.problems());
    }
    if (!problems.isEmpty()) {
      throw new InvalidInput(problems);
    }
    return new Contracts(contracts);
  }

  /** Those of the chosen workloads. */
  public Contracts only(Predicate<String> chosen) {
    return new Contracts(
        contracts.stream().filter(contract -> chosen.test(contract.workload())).toList());
  }

  private static List<String> workloads(Path root, List<Problem> problems) {
    String name = root.getFileName() + "/workloads.json";
    Optional<JsonNode> list = JsonFile.read(root.resolve("workloads.json"), name, problems);
    if (list.isEmpty()) {
      return List.of();
    }
    boolean names =
        list.get().isArray()
            && IntStream.range(0, list.get().size()).allMatch(i -> list.get().get(i).isString());
    if (!names) {
      problems.add(new Problem(name, "", "an array of names", list.get().toString()));
      return List.of();
    }
    return StreamSupport.stream(list.get().spliterator(), false).map(JsonNode::asString).toList();
  }

  /** The workloads that contracts describe, but for what every server honours. */
  public List<String> workloads() {
    return contracts.stream()
        .map(Contract::workload)
        .filter(workload -> !workload.equals(EVERY_SERVERS))
        .toList();
  }

  /** The contracts that a variant must honour, in order. */
  public List<Contract> contractsOf(Variant variant) {
    return contracts.stream()
        .filter(contract -> isHonouredBy(variant, contract.workload()))
        .toList();
  }

  private static boolean isHonouredBy(Variant variant, String workload) {
    return workload.equals(EVERY_SERVERS) || variant.workloads().contains(workload);
  }
}

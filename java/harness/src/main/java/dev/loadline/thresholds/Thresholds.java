// The only numbers that gate, as thresholds.json has them.
package dev.loadline.thresholds;

import dev.loadline.contracts.Contract;
import dev.loadline.contracts.Contracts;
import dev.loadline.input.InvalidInput;
import dev.loadline.stacks.Stack;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * @param limits by stack and workload
 */
public record Thresholds(
    Gate gate, Regression regression, Map<String, Map<String, List<Limit>>> limits) {
  public static final String FILE = "thresholds.json";

  /** Of a house that has no such file: nothing gates but one revision against another. */
  public static final Thresholds NONE =
      new Thresholds(
          new Gate(0.01, 0.05, 1, 40, Gate.Inconclusive.WARN, Optional.empty()),
          new Regression(0.05, 0.2, Map.of()),
          Map.of());

  private static final String YARDSTICK = "/yardstick";

  /** Which stacks and workloads must have an entry. */
  public enum Entries {
    /** Without an entry there is no limit. */
    AS_THEY_ARE,
    /** Every stack has one for every workload. */
    COMPLETE
  }

  /**
   * @param root the house: the folder that holds the file and contracts/
   * @param stacks all that there are, of both sides
   * @return empty where the house has no such file, and need not have one: then nothing gates
   * @throws InvalidInput with every problem of the file
   */
  public static Optional<Thresholds> load(
      Path root, List<Stack> stacks, Contracts contracts, Entries entries) {
    List<String> workloads =
        contracts.contracts().stream()
            .filter(contract -> contract.load().isPresent())
            .map(Contract::workload)
            .toList();
    return new ThresholdsFile(root, stacks, workloads, entries).read();
  }

  /** What others are held against has no limits itself. */
  public static boolean isYardstick(String id) {
    return id.endsWith(YARDSTICK);
  }

  /** None when nothing is asked of it. */
  public List<Limit> of(String stack, String workload) {
    return limits.getOrDefault(stack, Map.of()).getOrDefault(workload, List.of());
  }
}

// Asserts that a stack behaves as a contract says, and holds its limits under load.
package dev.loadline.junit;

import dev.loadline.contracts.Case;
import dev.loadline.contracts.Contract;
import dev.loadline.services.Services;
import dev.loadline.stacks.NotStarted;
import dev.loadline.stacks.Variant;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.AbstractAssert;

public final class StackAssert extends AbstractAssert<StackAssert, Variant> {
  StackAssert(Variant actual) {
    super(actual, StackAssert.class);
  }

  /**
   * Measures it beside its yardstick, and judges it by thresholds.json. It is skipped with the
   * reason where it cannot be judged.
   *
   * @throws org.opentest4j.AssertionFailedError with the message of the comparison
   */
  public StackAssert holdsItsLine(String workload) throws InterruptedException, IOException {
    isNotNull();
    GateRun run = GateRun.of(actual, workload);
    Outcome.tell(run.comparison(actual.id(), workload), run.gate());
    return this;
  }

  /**
   * Holds every case of the workload's contract against it.
   *
   * @throws dev.loadline.contracts.CaseFailed for the first that does not hold
   */
  public StackAssert speaks(String workload) throws NotStarted, InterruptedException, IOException {
    isNotNull();
    House house = House.of(actual);
    Contract contract =
        house.contracts().contracts().stream()
            .filter(each -> each.workload().equals(workload))
            .findFirst()
            .orElseThrow(() -> GateRun.unknown(workload));
    Services services = services(house, contract);
    try (RunningVariant running =
        new RunningVariant(actual, Optional.of(services), List.of(contract))) {
      for (Case each : contract.cases()) {
        running.hold(each);
      }
      running.stop();
    }
    return this;
  }

  private static Services services(House house, Contract contract) {
    return contract
        .service()
        .map(name -> SharedServices.of(house.root(), List.of(name)))
        .orElseGet(Services::none);
  }
}

// Warms a server on one workload, a slice at a time, and tells what came of it.
package dev.loadline.measure;

import dev.loadline.contracts.CaseFailed;
import dev.loadline.contracts.Contract;
import dev.loadline.measure.SliceRecord.Kind;
import dev.loadline.stacks.Server;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

final class WarmUp {
  private final Contract contract;
  private final List<Double> speeds = new ArrayList<>();

  /** Has it answered one client alone? */
  private boolean hasMetOne;

  private Optional<JsonNode> work = Optional.empty();
  private Optional<Sample> wrong = Optional.empty();
  private Optional<String> problem = Optional.empty();

  private interface Work {
    void run() throws DriverProcess.Failed, IOException, InterruptedException;
  }

  /**
   * @param contract with a load
   */
  WarmUp(Contract contract) {
    this.contract = contract;
  }

  String name() {
    return contract.workload();
  }

  /** Is there more to load it with? */
  boolean isFit() {
    return work.isPresent() && problem.isEmpty();
  }

  /** As a driver needs it. */
  Optional<JsonNode> work() {
    return work;
  }

  /** The first slice that had errors. */
  Optional<Sample> wrong() {
    return wrong;
  }

  /** Had its speed levelled off? */
  boolean isSettled() {
    return Steady.isSteady(speeds);
  }

  /** Why it cannot be loaded, or not any more. */
  Optional<String> problem(Server server) {
    return Arm.endOf(server).or(() -> problem);
  }

  void prepare(Server server) throws InterruptedException {
    noting(() -> work = Optional.of(contract.load().orElseThrow().forDriver(server)));
  }

  /** One client first, then as many as the load has. */
  void load(Server server, DriverProcess driver, double seconds) throws InterruptedException {
    Order order = Order.closedLoop(Kind.WARM_UP, seconds);
    boolean isFirst = !hasMetOne;
    noting(
        () -> {
          // A cold server that meets a crowd on a busy machine may have no time to answer all of
          // it.
          JsonNode load = isFirst ? ofOneClient(work.orElseThrow()) : work.orElseThrow();
          Sample sample = driver.run(order, server.baseUrl(), load);
          hasMetOne |= sample.responses() > 0;
          if (!isFirst) {
            speeds.add(sample.requestsPerSecond());
          }
          keepWrong(sample);
        });
  }

  private static JsonNode ofOneClient(JsonNode load) {
    ObjectNode one = ((ObjectNode) load).deepCopy();
    return one.put("connections", 1);
  }

  private void keepWrong(Sample sample) {
    if (sample.errors() > 0 && wrong.isEmpty()) {
      wrong = Optional.of(sample);
    }
  }

  private void noting(Work attempt) throws InterruptedException {
    try {
      attempt.run();
    } catch (DriverProcess.Failed | IOException | CaseFailed failed) {
      problem = Optional.of(String.valueOf(failed.getMessage()));
    }
  }
}

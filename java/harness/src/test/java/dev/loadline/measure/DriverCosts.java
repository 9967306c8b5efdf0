// Shows what a request costs the driver, of what it costs the server: run by hand, not a test.
package dev.loadline.measure;

import dev.loadline.contracts.Contract;
import dev.loadline.contracts.Contracts;
import dev.loadline.instruments.Cores;
import dev.loadline.instruments.Resources;
import dev.loadline.instruments.Resources.CpuReading;
import dev.loadline.stacks.Server;
import dev.loadline.stacks.Servers;
import dev.loadline.stacks.Stack;
import dev.loadline.stacks.Stacks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * A closed loop on every workload that needs no service; {@code npm run bench:drivers:costs}
 * mirrors it.
 */
final class DriverCosts {
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final List<String> STACKS = List.of("java/yardstick", "java/javalin");
  private static final int ROUNDS = 5;
  private static final double SLICE_SECONDS = 1;
  private static final double WARM_SECONDS = 8;
  private static final double NANOS_IN_MICRO = 1000.0;

  /** CPU time of one answer in microseconds. */
  private record Costs(double driver, double server) {
    private double ratio() {
      return driver / server;
    }
  }

  private DriverCosts() {}

  public static void main(String[] arguments) throws Exception {
    Cores cores = Cores.ofThisMachine();
    List<Contract> contracts =
        Contracts.load(ROOT.resolve("contracts")).contracts().stream()
            .filter(contract -> contract.load().isPresent() && contract.service().isEmpty())
            .toList();
    System.out.printf(
        "%-16s%-12s%10s%10s%8s%n", "server", "workload", "driver us", "server us", "ratio");
    for (Stack stack : Stacks.load(ROOT)) {
      if (STACKS.contains(stack.id())) {
        print(stack, contracts, cores);
      }
    }
    System.exit(0);
  }

  private static void print(Stack stack, List<Contract> contracts, Cores cores) throws Exception {
    try (Server server = Servers.start(stack.variants().get(0));
        DriverProcess driver = DriverProcess.start(cores)) {
      Cores.pin(server.pids(), cores.servers());
      for (Contract contract : contracts) {
        JsonNode load = contract.load().orElseThrow().forDriver(server);
        Costs costs = median(server, driver, load);
        System.out.printf(
            "%-16s%-12s%10.2f%10.2f%8.2f%n",
            stack.id(), contract.workload(), costs.driver(), costs.server(), costs.ratio());
      }
    }
  }

  /** The round with the median ratio. */
  private static Costs median(Server server, DriverProcess driver, JsonNode load) throws Exception {
    costs(server, driver, load, WARM_SECONDS);
    List<Costs> rounds = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      rounds.add(costs(server, driver, load, SLICE_SECONDS));
    }
    rounds.sort((one, other) -> Double.compare(one.ratio(), other.ratio()));
    return rounds.get(ROUNDS / 2);
  }

  private static Costs costs(Server server, DriverProcess driver, JsonNode load, double seconds)
      throws Exception {
    CpuReading driverBefore = Resources.readCpu(List.of(driver.pid()));
    CpuReading serverBefore = Resources.readCpu(server.pids());
    Order order = Order.closedLoop(SliceRecord.Kind.THROUGHPUT, seconds);
    Sample sample = driver.run(order, server.baseUrl(), load);
    if (sample.errors() > 0) {
      throw new IllegalStateException("answers were wrong: " + sample.faults());
    }
    double driverNanos = driverBefore.until(Resources.readCpu(List.of(driver.pid())));
    double serverNanos = serverBefore.until(Resources.readCpu(server.pids()));
    double responses = Math.max(1, sample.responses());
    return new Costs(
        driverNanos / responses / NANOS_IN_MICRO, serverNanos / responses / NANOS_IN_MICRO);
  }
}

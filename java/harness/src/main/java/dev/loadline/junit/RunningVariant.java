// A variant under test: its server is started for the first case, and anew when it has ended.
package dev.loadline.junit;

import dev.loadline.contracts.AskAgain;
import dev.loadline.contracts.Case;
import dev.loadline.contracts.CaseFailed;
import dev.loadline.contracts.Contract;
import dev.loadline.contracts.RelayedServer;
import dev.loadline.services.Services;
import dev.loadline.stacks.NotStarted;
import dev.loadline.stacks.Stopped;
import dev.loadline.stacks.Variant;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.opentest4j.AssertionFailedError;

/** Closing it ends its servers without asking. */
final class RunningVariant implements AutoCloseable {
  private final Variant variant;
  private final Optional<Services> services;
  private final List<Case> rehearsal;
  private final AskAgain askAgain = new AskAgain();

  /** By whether they are told of services. */
  private final Map<Boolean, RelayedServer> servers = new HashMap<>();

  private NotStarted neverStarted;

  /**
   * @param services what its servers are told of
   * @param contracts whose cases are to be held
   */
  RunningVariant(Variant variant, Optional<Services> services, List<Contract> contracts) {
    this.variant = variant;
    this.services = services;
    this.rehearsal = contracts.stream().flatMap(RunningVariant::firstOf).toList();
  }

  private static Stream<Case> firstOf(Contract contract) {
    return contract.cases().stream().filter(each -> !each.ownServer()).limit(1);
  }

  Variant variant() {
    return variant;
  }

  /** Runs a case; one that is known to fail must do so. */
  void hold(Case each) throws NotStarted, IOException, InterruptedException {
    String reason = variant.knownFailing().get(each.id());
    if (reason == null) {
      run(each);
      return;
    }
    try {
      run(each);
    } catch (CaseFailed asKnown) {
      return;
    }
    throw new AssertionFailedError(
        "%s › %s%n  case      %s%n  expected  to fail: %s%n  actual    it holds: take it from knownFailing in stack.json"
            .formatted(variant.id(), each.description(), each.id(), reason));
  }

  private void run(Case each) throws NotStarted, IOException, InterruptedException {
    askAgain.unlessRobbed(() -> attempt(each));
  }

  private void attempt(Case each) throws NotStarted, IOException, InterruptedException {
    boolean withServices = !each.withoutServices();
    RelayedServer server = server(withServices, known -> known.isFitFor(each));
    try {
      server.hold(each);
    } catch (CaseFailed failed) {
      // What a case that broke off has left behind must not fail the next one.
      if (each.node().has("steps")) {
        servers.remove(withServices).close();
      }
      throw failed;
    }
  }

  /** The one that there is if it is fit, or else a fresh one. */
  private RelayedServer server(boolean withServices, Predicate<RelayedServer> isFit)
      throws NotStarted, IOException, InterruptedException {
    if (neverStarted != null) {
      throw new AssertionFailedError(variant.id() + " did not start: see its first failure");
    }
    RelayedServer known = servers.get(withServices);
    if (known != null && isFit.test(known)) {
      return known;
    }
    if (known != null) {
      known.close();
    }
    RelayedServer started = start(withServices ? services : Optional.empty());
    servers.put(withServices, started);
    return started;
  }

  private RelayedServer start(Optional<Services> told)
      throws NotStarted, IOException, InterruptedException {
    try {
      return RelayedServer.start(variant, told, rehearsal);
    } catch (NotStarted failed) {
      neverStarted = failed;
      throw failed;
    }
  }

  void stop() throws NotStarted, IOException, InterruptedException {
    try {
      hold(server(true, RelayedServer::running).stop());
    } finally {
      close();
    }
  }

  @Override
  public void close() {
    servers.values().forEach(RelayedServer::close);
  }

  private void hold(Stopped stopped) {
    if (stopped.exitCode() != 0 || !stopped.leftBehind().isEmpty()) {
      throw new AssertionFailedError(
          "%s › stops when asked%n  expected  exit code 0, nothing left behind%n  actual    exit code %d, left behind: %s"
              .formatted(variant.id(), stopped.exitCode(), stopped.leftBehind()));
    }
  }
}

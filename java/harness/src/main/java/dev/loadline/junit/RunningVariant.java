// A variant under test: its server is started for the first case, and anew when it has died.
package dev.loadline.junit;

import dev.loadline.contracts.Case;
import dev.loadline.contracts.CaseFailed;
import dev.loadline.contracts.RelayedServer;
import dev.loadline.services.Services;
import dev.loadline.stacks.NotStarted;
import dev.loadline.stacks.Stopped;
import dev.loadline.stacks.Variant;
import java.io.IOException;
import java.util.Optional;
import org.opentest4j.AssertionFailedError;

final class RunningVariant {
  private final Variant variant;
  private final Optional<Services> services;
  private RelayedServer server;
  private NotStarted neverStarted;

  /**
   * @param services what its servers are told of
   */
  RunningVariant(Variant variant, Optional<Services> services) {
    this.variant = variant;
    this.services = services;
  }

  Variant variant() {
    return variant;
  }

  /** Runs a case; one that is known to fail must do so. */
  void hold(Case each) throws NotStarted, IOException, InterruptedException {
    String reason = variant.stack().knownFailing().get(each.id());
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
    if (!each.ownServer()) {
      runOnSharedServer(each);
      return;
    }
    Optional<Services> told = each.withoutServices() ? Optional.empty() : services;
    try (RelayedServer own = RelayedServer.start(variant, told)) {
      own.hold(each);
    }
  }

  private void runOnSharedServer(Case each) throws NotStarted, IOException, InterruptedException {
    RelayedServer shared = server();
    try {
      shared.hold(each);
    } catch (CaseFailed failed) {
      // What a case that broke off has left behind must not fail the next one.
      if (each.node().has("steps")) {
        shared.close();
      }
      throw failed;
    }
  }

  private RelayedServer server() throws NotStarted, IOException, InterruptedException {
    if (neverStarted != null) {
      throw new AssertionFailedError(variant.id() + " did not start: see its first case");
    }
    if (server != null && !server.running()) {
      server.close();
      server = null;
    }
    if (server == null) {
      try {
        server = RelayedServer.start(variant, services);
      } catch (NotStarted failed) {
        neverStarted = failed;
        throw failed;
      }
    }
    return server;
  }

  void stop() throws NotStarted, IOException, InterruptedException {
    Stopped stopped = server().stop();
    if (stopped.exitCode() != 0 || !stopped.leftBehind().isEmpty()) {
      throw new AssertionFailedError(
          "%s › stops when asked%n  expected  exit code 0, nothing left behind%n  actual    exit code %d, left behind: %s"
              .formatted(variant.id(), stopped.exitCode(), stopped.leftBehind()));
    }
  }
}

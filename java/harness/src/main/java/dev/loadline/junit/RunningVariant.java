// A variant under test: its server is started for the first case, and anew when it has died.
package dev.loadline.junit;

import dev.loadline.contracts.Case;
import dev.loadline.contracts.CaseFailed;
import dev.loadline.stacks.NotStarted;
import dev.loadline.stacks.Server;
import dev.loadline.stacks.Servers;
import dev.loadline.stacks.Stopped;
import dev.loadline.stacks.Variant;
import java.io.IOException;
import org.opentest4j.AssertionFailedError;

final class RunningVariant {
  private final Variant variant;
  private Server server;
  private NotStarted neverStarted;

  RunningVariant(Variant variant) {
    this.variant = variant;
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
    try (Server own = Servers.start(variant)) {
      each.run(own);
    }
  }

  private void runOnSharedServer(Case each) throws NotStarted, IOException, InterruptedException {
    Server shared = server();
    try {
      each.run(shared);
    } catch (CaseFailed failed) {
      // What a case that broke off has left behind must not fail the next one.
      if (each.node().has("steps")) {
        shared.close();
      }
      throw failed;
    }
  }

  private Server server() throws NotStarted, InterruptedException {
    if (neverStarted != null) {
      throw new AssertionFailedError(variant.id() + " did not start: see its first case");
    }
    if (server != null && !server.running()) {
      server.close();
      server = null;
    }
    if (server == null) {
      try {
        server = Servers.start(variant);
      } catch (NotStarted failed) {
        neverStarted = failed;
        throw failed;
      }
    }
    return server;
  }

  void stop() throws NotStarted, InterruptedException {
    Stopped stopped = server().stop();
    if (stopped.exitCode() != 0 || !stopped.leftBehind().isEmpty()) {
      throw new AssertionFailedError(
          "%s › stops when asked%n  expected  exit code 0, nothing left behind%n  actual    exit code %d, left behind: %s"
              .formatted(variant.id(), stopped.exitCode(), stopped.leftBehind()));
    }
  }
}

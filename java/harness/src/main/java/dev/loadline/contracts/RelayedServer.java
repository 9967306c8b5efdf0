// A server with the relays between it and its services; they stay when the server is started again.
package dev.loadline.contracts;

import dev.loadline.services.Relay;
import dev.loadline.services.Relayed;
import dev.loadline.services.Service;
import dev.loadline.services.ServiceName;
import dev.loadline.services.Services;
import dev.loadline.stacks.ClassArchive;
import dev.loadline.stacks.NotStarted;
import dev.loadline.stacks.Server;
import dev.loadline.stacks.Servers;
import dev.loadline.stacks.Stopped;
import dev.loadline.stacks.Variant;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Closing it ends the server without asking, and the relays. */
public final class RelayedServer implements AutoCloseable {
  /**
   * What a server answers is the same without the second compiler of a JVM, which takes a core for
   * seconds after each start. Measured are servers with it. And a small heap shows in the resident
   * memory what a server holds; in that of measured ones it fills much more before it collects.
   */
  private static final List<String> JAVA_OPTIONS =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-XX:MaxRAM=256m",
          "-XX:InitialRAMPercentage=25",
          "-XX:NewRatio=2");

  private final Variant variant;
  private final Optional<Relayed> relays;
  private final List<Case> rehearsal;

  /** A step may put another in its place, and steps run on more than one thread. */
  private volatile Server server;

  private RelayedServer(Variant variant, Optional<Relayed> relays, List<Case> rehearsal)
      throws NotStarted, InterruptedException {
    this.variant = variant;
    this.relays = relays;
    this.rehearsal = rehearsal;
    startAgain();
  }

  /**
   * @param services what it is told of; empty for none
   * @param rehearsal what is asked of the server that makes its class archive, if one has to
   * @throws NotStarted nothing is left of it then
   */
  public static RelayedServer start(
      Variant variant, Optional<Services> services, List<Case> rehearsal)
      throws NotStarted, IOException, InterruptedException {
    Optional<Relayed> relays = relays(services);
    try {
      return new RelayedServer(variant, relays, rehearsal);
    } catch (NotStarted | InterruptedException | RuntimeException failed) {
      relays.ifPresent(Relayed::close);
      throw failed;
    }
  }

  private static Optional<Relayed> relays(Optional<Services> services) throws IOException {
    if (services.isEmpty()) {
      return Optional.empty();
    }
    List<ServiceName> names = services.get().all().stream().map(Service::name).toList();
    return Optional.of(Relayed.of(services.get(), names));
  }

  private void startAgain() throws NotStarted, InterruptedException {
    Map<String, String> env = relays.map(Relayed::env).orElse(Map.of());
    List<String> options = ClassArchive.with(variant, JAVA_OPTIONS, env, this::rehearse);
    server = Servers.start(variant, env, options);
  }

  private void rehearse(Server maker) throws IOException, InterruptedException {
    for (Case each : rehearsal) {
      try {
        each.run(maker, new SettingOf(each));
      } catch (CaseFailed wrong) {
        // Which the server that is under test will be asked for itself.
      }
    }
  }

  public boolean running() {
    return server.running();
  }

  /** Can the case be held against it as it is? */
  public boolean isFitFor(Case each) {
    return running() || (server.hasStopped() && each.beginsWithRestart());
  }

  /**
   * @throws CaseFailed when the case does not hold
   */
  public void hold(Case each) throws IOException, InterruptedException {
    each.run(server, new SettingOf(each));
  }

  /** Ends the server when it is asked to, and the relays. */
  public Stopped stop() throws InterruptedException {
    try {
      return server.stop();
    } finally {
      relays.ifPresent(Relayed::close);
    }
  }

  @Override
  public void close() {
    server.close();
    relays.ifPresent(Relayed::close);
  }

  /** What stands around the server while a case is held against it. */
  private final class SettingOf implements Setting {
    private final Case each;

    SettingOf(Case each) {
      this.each = each;
    }

    @Override
    public Server startAgain() throws NotStarted, InterruptedException {
      RelayedServer.this.startAgain();
      return server;
    }

    @Override
    public Optional<Relay> relay() {
      return each.service().flatMap(name -> relays.flatMap(relayed -> relayed.relay(name)));
    }
  }
}

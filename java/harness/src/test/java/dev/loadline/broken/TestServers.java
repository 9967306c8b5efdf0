// Makes the servers of the deception tests known to the suite as if they were stacks.
package dev.loadline.broken;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.contracts.Contracts;
import dev.loadline.stacks.Stack;
import dev.loadline.stacks.Variant;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

final class TestServers {
  static final Path HOUSE = Path.of("../..").toAbsolutePath().normalize();

  static final Contracts CONTRACTS = Contracts.load(Path.of("../../contracts"));

  private static final List<String> WORKLOADS =
      List.of(
          "hello",
          "hash",
          "fibonacci",
          "upload",
          "todos",
          "cache",
          "records",
          "messages",
          "echo",
          "stream");

  private TestServers() {}

  /** A server as the suite starts it: a process that knows nothing of the suite. */
  static Variant variant(Class<? extends HonestServer> server) {
    Stack stack =
        new Stack(
            "java/" + kebabCase(server.getSimpleName()),
            "java",
            "A server of the deception tests",
            command(server),
            Map.of(),
            WORKLOADS,
            Map.of(),
            Map.of(),
            Path.of("").toAbsolutePath(),
            HOUSE);
    return stack.variants().get(0);
  }

  private static List<String> command(Class<? extends HonestServer> server) {
    return List.of(
        "java",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-XX:-UsePerfData",
        "-Xms32m",
        "-Xmn8m",
        "-Xmx512m",
        "-cp",
        System.getProperty("java.class.path"),
        HonestServer.class.getName(),
        server.getName());
  }

  private static String kebabCase(String name) {
    return name.replaceAll("(?<=.)(?=[A-Z])|(?<=[a-z])(?=[0-9]+$)", "-").toLowerCase(Locale.ROOT);
  }
}

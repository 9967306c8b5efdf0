// The stack of the tests in this folder: java/duck.
package dev.loadline.junit;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.stacks.Stack;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

final class DuckStack {
  static final Path HOUSE = Path.of("../..").toAbsolutePath().normalize();

  private DuckStack() {}

  static Stack of(Class<? extends HonestServer> server, Map<String, String> knownFailing) {
    List<String> command =
        List.of(
            "java",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-cp",
            System.getProperty("java.class.path"),
            HonestServer.class.getName(),
            server.getName());
    return of(command, knownFailing);
  }

  static Stack of(List<String> command, Map<String, String> knownFailing) {
    return new Stack(
        "java/duck",
        "java",
        "A server of these tests",
        command,
        Map.of(),
        List.of("hello", "hash", "cache"),
        Map.of(),
        knownFailing,
        Path.of("").toAbsolutePath(),
        HOUSE);
  }
}

// What the harness adds to the options of a runtime, and that it reaches the server.
package dev.loadline.stacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.loadline.instruments.Machine;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RuntimeOptionsTest {
  private static final String TELLS_OPTIONS =
      """
      console.error(...process.execArgv, 'java', process.env.JDK_JAVA_OPTIONS);
      require('node:http')
        .createServer((request, response) => response.end('{"status":"up"}'))
        .listen(Number(process.env.PORT), process.env.HOST);
      process.on('SIGTERM', () => process.exit(0));
      """;

  @TempDir private Path folder;

  @Test
  void nodeIsToldToWaitForItsCompilerAndNothingOfAJvm() throws Exception {
    assumeThat(Machine.ofThis().json().get("node").asString())
        .as("the version of Node on this machine")
        .isNotEqualTo("none");
    Files.writeString(folder.resolve("server.js"), TELLS_OPTIONS);
    Server server = Servers.start(variant("node", "node", "server.js"), Map.of());
    server.stop();
    assertThat(server.stderr())
        .contains("--no-concurrent-recompilation --min-semi-space-size=16")
        .contains("--no-memory-reducer --heap-growing-percent=200")
        .doesNotContain("-XX");
  }

  @Test
  void whatIsNoCommandOfNodeGetsNoOptionOfIt() {
    assertThat(RuntimeOptions.of(variant("node", "npm", "start"))).isEmpty();
    assertThat(RuntimeOptions.of(variant("java", "java", "-jar", "server.jar")))
        .contains("-XX:ActiveProcessorCount=1")
        .noneMatch(option -> option.startsWith("--"));
  }

  @Test
  void aSmallerHeapOfTheCommandCountsInstead() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    ProcessBuilder builder = new ProcessBuilder(java, "-Xmx32m", "-Xlog:gc+init", "-version");
    List<String> options = RuntimeOptions.of(variant("java", "java", "-Xmx32m", "-jar", "s.jar"));
    builder.environment().put("JDK_JAVA_OPTIONS", String.join(" ", options));
    Process process = builder.redirectErrorStream(true).start();
    String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(told).isZero();
    assertThat(told).contains("Heap Max Capacity: 32M");
  }

  private Variant variant(String language, String... command) {
    return TestVariant.of(language + "/telling", folder, List.of(command));
  }
}

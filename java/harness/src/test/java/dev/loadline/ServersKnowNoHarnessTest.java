// A server is a process that knows nothing of the suite: no build of one names the harness.
package dev.loadline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ServersKnowNoHarnessTest {
  @Test
  void noServersPomNamesTheHarnessOrLetsItIn() throws IOException {
    for (Path pom : poms()) {
      assertThat(Files.readString(pom))
          .as(pom.toString())
          .doesNotContain("loadline-junit", "knows-the-harness", "java/harness");
    }
  }

  private static List<Path> poms() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("../servers"), 3)) {
      List<Path> poms = files.filter(file -> file.endsWith("pom.xml")).toList();
      assertThat(poms).isNotEmpty();
      return poms;
    }
  }
}

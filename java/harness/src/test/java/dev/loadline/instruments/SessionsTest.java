package dev.loadline.instruments;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SessionsTest {
  private static final String AUTOGROUP = "proc/sys/kernel/sched_autogroup_enabled";
  private static final String GROUPS = "proc/self/cgroup";

  static List<Arguments> machines() {
    return List.of(
        Arguments.of("it is on, and there is no control group", true, Map.of(AUTOGROUP, "1\n")),
        Arguments.of("it is off", false, Map.of(AUTOGROUP, "0\n")),
        Arguments.of("it is another system", false, Map.of()),
        Arguments.of(
            "groups share out memory alone",
            true,
            Map.of(AUTOGROUP, "1\n", GROUPS, "4:memory:/a\n1:cpu:/\n")),
        Arguments.of(
            "a group shares out the CPU",
            false,
            Map.of(AUTOGROUP, "1\n", GROUPS, "3:cpu,cpuacct:/a\n")),
        Arguments.of(
            "groups of version 2 have no shares",
            true,
            Map.of(AUTOGROUP, "1\n", GROUPS, "0::/a/b\n")),
        Arguments.of(
            "one of version 2 has a share",
            false,
            Map.of(AUTOGROUP, "1\n", GROUPS, "0::/a/b\n", "sys/fs/cgroup/a/cpu.weight", "100\n")),
        Arguments.of(
            "it is a container, whose group looks like the uppermost",
            false,
            Map.of(AUTOGROUP, "1\n", GROUPS, "0::/\n", "sys/fs/cgroup/cpu.weight", "100\n")));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("machines")
  void aCoreIsSharedOut(
      String what, boolean isShared, Map<String, String> files, @TempDir Path root)
      throws IOException {
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path path = root.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
    }
    assertThat(Sessions.shareCores(root)).isEqualTo(isShared);
  }
}

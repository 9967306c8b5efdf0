// A core that is kept awake is still the server's.
package dev.loadline.instruments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AwakeCoresTest {
  private static final String SCHED_IDLE = "5";

  /** proc_pid_stat(5), after the name, which may have spaces: the fields before it are two. */
  private static final int POLICY_FIELD = 41 - 3;

  /** Of what a busy program beside it has. */
  private static final double SHARE_MAX = 0.1;

  private static final Pattern VIRTUAL = Pattern.compile("^flags.* hypervisor", Pattern.MULTILINE);
  private static final long BESIDE_MILLIS = 1_000;

  private final List<Integer> servers = Cores.ofThisMachine().servers();

  @Test
  void onEachCoreAProgramOfTheLowestPriorityTurnsUntilItEnds() throws Exception {
    assumeVirtualCores();
    AwakeCores awake = AwakeCores.keep(servers);
    List<ProcessHandle> turning = turning(awake, servers.size());
    for (ProcessHandle each : turning) {
      String stat = Files.readString(Path.of("/proc/%d/stat".formatted(each.pid())));
      assertThat(stat.split("\\) ")[1].split(" ")[POLICY_FIELD]).isEqualTo(SCHED_IDLE);
    }
    awake.end();
    assertThat(turning).noneMatch(ProcessHandle::isAlive);
  }

  @Test
  void aBusyServerInASessionOfItsOwnHasTheCoreAllTheSame() throws Exception {
    assumeVirtualCores();
    List<Integer> core = servers.subList(0, 1);
    List<String> loop = Cores.pinned(core, List.of("sh", "-c", "while :; do :; done"));
    AwakeCores awake = AwakeCores.keep(core);
    ProcessHandle turning = turning(awake, 1).get(0);
    Process busy = new ProcessBuilder(loop).start();
    try {
      long own = cpuNanos(turning);
      long its = cpuNanos(busy.toHandle());
      Thread.sleep(BESIDE_MILLIS);
      own = cpuNanos(turning) - own;
      its = cpuNanos(busy.toHandle()) - its;
      assertThat((double) own).isLessThan(its * SHARE_MAX);
    } finally {
      busy.destroyForcibly();
      awake.end();
    }
  }

  @Test
  void whereNobodyIsKeptToCoresNothingTurns() throws Exception {
    AwakeCores awake = AwakeCores.keep(List.of());
    assertThat(awake.shell()).isEmpty();
    awake.end();
  }

  private void assumeVirtualCores() throws IOException {
    assumeTrue(!servers.isEmpty(), "there is one core, or no taskset");
    String cpuInfo = Files.readString(Path.of("/proc/cpuinfo"));
    assumeTrue(VIRTUAL.matcher(cpuInfo).find(), "there is no hypervisor");
  }

  /** Its programs that turn, once there are so many. */
  private static List<ProcessHandle> turning(AwakeCores awake, int count) throws Exception {
    ProcessHandle shell = awake.shell().orElseThrow();
    while (true) {
      List<ProcessHandle> turning = shell.children().filter(AwakeCoresTest::isTurning).toList();
      if (turning.size() == count) {
        return turning;
      }
      Thread.sleep(10);
    }
  }

  private static boolean isTurning(ProcessHandle each) {
    return each.info().command().orElse("").endsWith("/dd");
  }

  private static long cpuNanos(ProcessHandle each) throws IOException {
    String used = Files.readString(Path.of("/proc/%d/schedstat".formatted(each.pid())));
    return Long.parseLong(used.split(" ")[0]);
  }
}

// Runs programs that are looked for on the PATH of the environment that they get.
package dev.loadline.revisions;

import dev.loadline.stacks.Ending;
import dev.loadline.stacks.OnPath;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

final class Programs {
  private Programs() {}

  /**
   * @throws IOException there is no such program
   */
  static Ending run(List<String> command, Path folder, Map<String, String> env, Duration within)
      throws IOException, InterruptedException {
    List<String> found = new ArrayList<>(command);
    found.set(0, find(command.get(0), env.getOrDefault("PATH", "")));
    return Ending.of(found, folder, env, within);
  }

  private static String find(String program, String path) throws IOException {
    if (program.contains("/")) {
      return program;
    }
    return OnPath.find(program, path)
        .map(Path::toString)
        .orElseThrow(() -> new IOException(program + " is not on the PATH"));
  }
}

// Runs git, never by a shell, and without the settings that a hook or a user's habits would bring
// in.
package dev.loadline.revisions;

import dev.loadline.stacks.Ending;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

final class Git {
  /** A submodule or the contents of a partial clone may have to come from far away. */
  private static final Duration WITHIN = Duration.ofMinutes(10);

  /** Where a git hook starts us, these name its repository, whatever the folder is. */
  private static final List<String> OF_ONE_REPOSITORY =
      List.of(
          "GIT_DIR",
          "GIT_WORK_TREE",
          "GIT_INDEX_FILE",
          "GIT_PREFIX",
          "GIT_COMMON_DIR",
          "GIT_OBJECT_DIRECTORY",
          "GIT_ALTERNATE_OBJECT_DIRECTORIES",
          "GIT_NAMESPACE");

  /** Its messages are looked at, nobody is there to answer it, and looking is not to write. */
  private static final Map<String, String> SURROUNDINGS =
      Map.of("LC_ALL", "C", "GIT_TERMINAL_PROMPT", "0", "GIT_OPTIONAL_LOCKS", "0");

  /** A user's hooks are for a user's checkouts, and no process of git's may stay behind. */
  private static final List<String> SETTINGS =
      List.of(
          "core.hooksPath=/dev/null",
          "core.fsmonitor=false",
          "gc.auto=0",
          "maintenance.auto=false",
          "advice.detachedHead=false");

  private final Path folder;
  private final Map<String, String> env;

  private Git(Path folder, Map<String, String> env) {
    this.folder = folder;
    this.env = env;
  }

  static Git in(Path folder) {
    Map<String, String> env = new HashMap<>(Environment.ours());
    env.keySet().removeAll(OF_ONE_REPOSITORY);
    env.putAll(SURROUNDINGS);
    return new Git(folder, env);
  }

  /** With more environment. */
  Git with(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(env);
    all.putAll(more);
    return new Git(folder, all);
  }

  /**
   * However it ends.
   *
   * @throws NoGit there is none
   */
  Ending run(String... args) throws InterruptedException {
    List<String> command = new ArrayList<>(List.of("git"));
    SETTINGS.forEach(setting -> command.addAll(List.of("-c", setting)));
    command.addAll(List.of(args));
    try {
      return Programs.run(command, folder, env, WITHIN);
    } catch (IOException none) {
      throw new NoGit();
    }
  }

  /**
   * @return what it wrote, without a line break at the end
   * @throws RevisionError it failed; with what it said
   */
  String tell(String... args) throws InterruptedException {
    Ending ending = run(args);
    if (ending.exitCode() == 0) {
      return ending.stdout().replaceFirst("\n$", "");
    }
    String how = ending.isLate() ? "took longer than " + WITHIN.toMinutes() + " minutes" : "failed";
    throw new RevisionError(
        "git " + args[0] + " " + how + " in " + folder, ending.output().lines().toList());
  }
}

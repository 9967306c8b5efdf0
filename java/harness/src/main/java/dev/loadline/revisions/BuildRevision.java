// Builds the stacks of a side by the commands that they declare, or takes what an earlier build of
// the same has made.
package dev.loadline.revisions;

import dev.loadline.stacks.Ending;
import dev.loadline.stacks.Stack;
import dev.loadline.stacks.Turn;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * A folder without git is used as it is: nothing is built into it. A stack without a build is used
 * as it was checked out.
 */
public final class BuildRevision {
  /**
   * @param key equal for builds that do the same
   * @param folder in which it runs
   * @param stacks that declare it
   */
  private record Build(String key, List<String> command, Path folder, List<String> stacks) {}

  private static final Duration WITHIN = Duration.ofMinutes(10);
  private static final long TURN_MILLIS_MAX = 15 * 60_000;
  private static final int LINES_SHOWN = 30;

  /** What Maven, npm or git sets for its own children: it would make another build of it. */
  private static final Pattern OF_OUR_STARTER =
      Pattern.compile(
          "NODE_ENV|NODE_OPTIONS|INIT_CWD|MAVEN_(PROJECTBASEDIR|CMD_LINE_ARGS)"
              + "|npm_(package|lifecycle|command|config_(workspace|workspaces|local_prefix|prefix"
              + "|global_prefix))(_.*)?|GIT_(DIR|WORK_TREE|INDEX_FILE|PREFIX)");

  private final Side side;
  private final Path top;
  private final Consumer<String> onProgress;
  private final Duration within;

  private BuildRevision(Side side, Path top, Consumer<String> onProgress, Duration within) {
    this.side = side;
    this.top = top;
    this.onProgress = onProgress;
    this.within = within;
  }

  /**
   * @param stacks of the side
   * @throws RevisionError one does not build; with the command and the end of what it wrote
   */
  public static void build(Side side, List<Stack> stacks, Consumer<String> onProgress)
      throws InterruptedException {
    build(side, stacks, onProgress, BuildCache.home(), WITHIN);
  }

  /**
   * @param cache where builds are kept
   * @param within how long each command may take
   */
  static void build(
      Side side, List<Stack> stacks, Consumer<String> onProgress, Path cache, Duration within)
      throws InterruptedException {
    if (side.checkout().isPresent()) {
      Path top = side.checkout().get().top();
      new BuildRevision(side, top, onProgress, within).build(stacks, cache);
    }
  }

  private void build(List<Stack> stacks, Path cacheFolder) throws InterruptedException {
    List<Build> builds = builds(stacks);
    if (builds.isEmpty()) {
      return;
    }
    List<String> keys = builds.stream().map(Build::key).sorted().toList();
    String tree = Git.in(top).tell("rev-parse", "HEAD^{tree}");
    BuildCache cache = new BuildCache(top, tree, cacheFolder);
    Turn turn = Turn.await(cache.turn(), TURN_MILLIS_MAX);
    try {
      if (cache.restore(keys)) {
        onProgress.accept(side.name() + " is built already");
        return;
      }
      for (Build build : builds) {
        run(build);
      }
      cache
          .keep(keys)
          .ifPresent(
              reason ->
                  onProgress.accept(
                      "the build of %s is not kept: %s".formatted(side.name(), reason)));
    } finally {
      turn.end();
    }
  }

  /** Each once. */
  private List<Build> builds(List<Stack> stacks) {
    Map<String, Build> builds = new LinkedHashMap<>();
    for (Stack stack : stacks) {
      stack
          .build()
          .ifPresent(
              command ->
                  builds
                      .computeIfAbsent(
                          key(command, stack.folder()),
                          key -> new Build(key, command, stack.folder(), new ArrayList<>()))
                      .stacks()
                      .add(stack.id()));
    }
    return List.copyOf(builds.values());
  }

  /**
   * Two builds are equal when their words are. A word that begins with {@code ../} names a place
   * outside of the stack's folder, which the command is about then: it is resolved, and the folder
   * does not count. Any other command is about its folder.
   */
  private String key(List<String> command, Path folder) {
    List<String> words = new ArrayList<>();
    boolean isOutside = command.stream().anyMatch(BuildRevision::isOutside);
    words.add(isOutside ? "" : "in " + top.relativize(folder));
    for (String word : command) {
      words.add(
          isOutside(word)
              ? "place " + top.relativize(folder.resolve(word).normalize())
              : "word " + word);
    }
    return BuildCache.digest(words);
  }

  private static boolean isOutside(String word) {
    return word.equals("..") || word.startsWith("../");
  }

  private void run(Build build) throws InterruptedException {
    String stacks = String.join(", ", build.stacks());
    String command = String.join(" ", build.command());
    onProgress.accept("building %s: %s (%s)".formatted(side.name(), command, stacks));
    Ending ending = ending(build);
    if (ending.exitCode() != 0 || ending.isLate()) {
      throw failed(build, howItEnded(ending), lastLines(ending));
    }
  }

  private Ending ending(Build build) throws InterruptedException {
    Map<String, String> env = new HashMap<>(Environment.ours());
    env.keySet().removeIf(name -> OF_OUR_STARTER.matcher(name).matches());
    try {
      return Programs.run(build.command(), build.folder(), env, within);
    } catch (IOException none) {
      String program = build.command().get(0);
      throw failed(build, "cannot be run", List.of(program + " is not on the PATH"));
    }
  }

  private RevisionError failed(Build build, String how, List<String> lines) {
    String folder = top.relativize(build.folder()).toString();
    String what =
        "%s does not build: %s: %s (in %s) %s"
            .formatted(
                side.name(),
                String.join(", ", build.stacks()),
                String.join(" ", build.command()),
                folder.isEmpty() ? "." : folder,
                how);
    return new RevisionError(what, lines);
  }

  private String howItEnded(Ending ending) {
    return ending.isLate()
        ? "did not end within " + within.toSeconds() + " s"
        : "ended with exit code " + ending.exitCode();
  }

  private static List<String> lastLines(Ending ending) {
    List<String> lines = ending.output().strip().lines().toList();
    return lines.isEmpty()
        ? List.of("it wrote nothing")
        : lines.subList(Math.max(0, lines.size() - LINES_SHOWN), lines.size());
  }
}

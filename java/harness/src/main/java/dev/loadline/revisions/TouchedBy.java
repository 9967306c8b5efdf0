// Tells which stacks, and which of their workloads, the change from one side to another can touch.
package dev.loadline.revisions;

import dev.loadline.revisions.Touched.Presence;
import dev.loadline.stacks.Ending;
import dev.loadline.stacks.Stack;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

public final class TouchedBy {
  /** A path from the house, and the workloads that a change of it can touch. */
  private record Rule(String place, List<String> touches) {}

  /** Whatever lies below their folder depends on them. */
  private static final Set<String> LOCK_AND_BUILD_FILES =
      Set.of(
          "package-lock.json",
          "npm-shrinkwrap.json",
          "yarn.lock",
          "pnpm-lock.yaml",
          "package.json",
          "pom.xml",
          "build.gradle",
          "build.gradle.kts",
          "gradle.lockfile");

  private final Optional<List<String>> changed;
  private final List<String> asked;

  private TouchedBy(Optional<List<String>> changed, List<String> asked) {
    this.changed = changed;
    this.asked = asked;
  }

  /**
   * @param stacks head's that are asked for; those that base alone has are told too
   * @param workloads that are asked for
   * @return in the order of the stacks, then those that are gone
   */
  public static List<Touched> change(
      Side base, Side head, List<Stack> stacks, List<String> workloads)
      throws InterruptedException {
    List<String> before = base.stacks().stream().map(Stack::id).toList();
    List<String> after = head.stacks().stream().map(Stack::id).toList();
    TouchedBy change = new TouchedBy(changedPaths(base, head), workloads);
    Stream<Touched> there =
        stacks.stream()
            .map(
                stack ->
                    before.contains(stack.id())
                        ? change.touched(stack)
                        : Touched.absent(stack.id(), Presence.NEW, base));
    Stream<Touched> gone =
        before.stream()
            .filter(id -> !after.contains(id))
            .map(id -> Touched.absent(id, Presence.GONE, head));
    return Stream.concat(there, gone).toList();
  }

  private Touched touched(Stack stack) {
    List<String> workloads = stack.workloads().stream().filter(asked::contains).toList();
    if (changed.isEmpty()) {
      String why = "what has changed cannot be told without a repository of both sides";
      return new Touched(stack.id(), Presence.BOTH, workloads, Optional.empty(), why);
    }
    Reach reach = new Reach(stack);
    List<String> hit =
        workloads.stream()
            .filter(workload -> changed.get().stream().anyMatch(each -> reach.has(each, workload)))
            .toList();
    Optional<String> first =
        changed.get().stream()
            .filter(each -> hit.stream().anyMatch(workload -> reach.has(each, workload)))
            .findFirst();
    String why =
        first.map(each -> each + " has changed").orElse("nothing that it uses has changed");
    return new Touched(stack.id(), Presence.BOTH, hit, first, why);
  }

  /** What the changed files reach of a stack. */
  private static final class Reach {
    private final Stack stack;
    private final String folder;
    private final List<Rule> rules;

    Reach(Stack stack) {
      this.stack = stack;
      this.folder = stack.root().relativize(stack.folder()).toString();
      this.rules = rules();
    }

    /** The longest path first. */
    private List<Rule> rules() {
      List<Rule> found = new ArrayList<>();
      stack
          .paths()
          .forEach((path, touches) -> found.add(new Rule(Names.resolve(folder, path), touches)));
      if (found.stream().noneMatch(rule -> rule.place().equals(folder))) {
        found.add(new Rule(folder, stack.workloads()));
      }
      found.sort(Comparator.comparingInt((Rule rule) -> rule.place().length()).reversed());
      return found;
    }

    boolean has(String changed, String workload) {
      return rule(changed).map(rule -> rule.touches().contains(workload)).orElse(false);
    }

    private Optional<Rule> rule(String changed) {
      Optional<Rule> exact = first(rule -> rule.place().equals(changed));
      if (exact.isEmpty() && isLockOrBuildFile(changed)) {
        return Optional.of(new Rule(changed, stack.workloads()));
      }
      // A submodule is told as a whole, and so may lie above what a rule names.
      return exact.or(
          () ->
              first(
                  rule ->
                      Names.isWithin(changed, rule.place())
                          || Names.isWithin(rule.place(), changed)));
    }

    private Optional<Rule> first(Predicate<Rule> fits) {
      return rules.stream().filter(fits).findFirst();
    }

    private boolean isLockOrBuildFile(String changed) {
      if (!LOCK_AND_BUILD_FILES.contains(changed.substring(changed.lastIndexOf('/') + 1))) {
        return false;
      }
      String above = Names.resolve(changed, "..");
      // Above the house too, up to the top of the repository.
      return above.matches("(\\.\\.(/|$))*") || Names.isWithin(folder + "/", above);
    }
  }

  /** Paths from the house; empty when they cannot be told. */
  private static Optional<List<String>> changedPaths(Side base, Side head)
      throws InterruptedException {
    if (base.checkout().isEmpty() || head.checkout().isEmpty()) {
      return Optional.empty();
    }
    Side.Checkout before = base.checkout().get();
    Side.Checkout after = head.checkout().get();
    if (!before.prefix().equals(after.prefix())) {
      return Optional.empty();
    }
    if (base.commit().equals(head.commit())) {
      return Optional.of(List.of());
    }
    // A folder's repository may be another clone: its objects are looked at from here.
    Git git =
        Git.in(after.top())
            .with(Map.of("GIT_ALTERNATE_OBJECT_DIRECTORIES", listed(before.objects().toString())));
    Ending ending =
        git.run(
            "diff-tree",
            "-r",
            "-z",
            "--name-only",
            "--no-renames",
            base.commit().orElseThrow(),
            head.commit().orElseThrow());
    if (ending.exitCode() != 0) {
      return Optional.empty();
    }
    return Optional.of(
        Stream.of(ending.stdout().split("\0"))
            .filter(name -> !name.isEmpty())
            .map(name -> Names.relative(after.prefix(), name))
            .toList());
  }

  /** As git wants it in a list whose parts are parted at colons. */
  private static String listed(String objects) {
    return objects.contains(":") || objects.contains("\"") ? Repository.quoted(objects) : objects;
  }
}

// Makes houses that are git repositories, in a temporary folder, with stacks of a few lines.
package dev.loadline.revisions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadline.stacks.Ending;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Temporary files go into a folder of the test's, and closing it shows that none is left. */
final class GitHouse implements AutoCloseable {
  /** No test may depend on how git is set up here; submodules come from folders. */
  private static final Map<String, String> GIT =
      Map.of(
          "GIT_CONFIG_GLOBAL", "/dev/null",
          "GIT_CONFIG_NOSYSTEM", "1",
          "GIT_ALLOW_PROTOCOL", "file",
          "GIT_AUTHOR_NAME", "somebody",
          "GIT_AUTHOR_EMAIL", "somebody@localhost",
          "GIT_COMMITTER_NAME", "somebody",
          "GIT_COMMITTER_EMAIL", "somebody@localhost");

  private static final String STACK =
      """
      {"id": "java/%s", "language": "java", "description": "A bird", "command": ["true"],
       "workloads": ["hello", "todos"] %s}
      """;

  private static final Path SCHEMA = Path.of("../../contracts/schema/stack.schema.json");

  final Path folder;
  private final Path temporary;
  private final String temporaryBefore = System.getProperty("java.io.tmpdir");
  private final Map<String, String> environmentBefore = Environment.ours();

  GitHouse(Path folder) throws IOException {
    this.folder = folder.toRealPath();
    this.temporary = Files.createDirectory(this.folder.resolve("temporary"));
    System.setProperty("java.io.tmpdir", temporary.toString());
    Map<String, String> env = new HashMap<>(environmentBefore);
    env.putAll(GIT);
    env.put("BUILDS", this.folder.resolve("builds").toString());
    Environment.put(env);
  }

  /** As if nothing were installed. */
  void withoutPrograms() {
    put("PATH", temporary.toString());
  }

  void put(String name, String value) {
    Map<String, String> env = new HashMap<>(Environment.ours());
    env.put(name, value);
    Environment.put(env);
  }

  /** Where builds have run. */
  List<String> builds() throws IOException {
    Path builds = folder.resolve("builds");
    return Files.exists(builds) ? Files.readAllLines(builds) : List.of();
  }

  List<String> leftOver() throws IOException {
    try (Stream<Path> inside = Files.list(temporary)) {
      return inside.map(each -> each.getFileName().toString()).toList();
    }
  }

  @Override
  public void close() throws IOException {
    System.setProperty("java.io.tmpdir", temporaryBefore);
    Environment.put(environmentBefore);
    assertThat(leftOver()).isEmpty();
  }

  /** A house without git, with stacks of these names. */
  Path plain(String name, String... stacks) throws IOException {
    Path house = folder.resolve(name);
    write(house, "contracts/schema/stack.schema.json", Files.readString(SCHEMA));
    write(house, ".gitignore", "target\n");
    List<String> names = List.of(stacks);
    for (String stack : names) {
      stack(house, stack, "");
    }
    list(house, names);
    return house;
  }

  void list(Path house, List<String> names) throws IOException {
    String list = String.join(", ", names.stream().map(each -> '"' + each + '"').toList());
    write(house, "java/servers/stacks.json", "[" + list + "]");
  }

  /**
   * @param more of its stack.json
   */
  void stack(Path house, String name, String more) throws IOException {
    String comma = more.isEmpty() ? "" : ",";
    String declared = STACK.formatted(name, comma + more.replace('\'', '"'));
    write(house, "java/servers/" + name + "/stack.json", declared);
    write(house, "java/servers/" + name + "/server", "");
    write(
        house,
        "java/servers/" + name + "/build.sh",
        """
        pwd >> "$BUILDS"
        mkdir -p target/real
        printf jar > target/real/a.jar
        ln -s real target/linked
        """);
  }

  Path repository(String name, String... stacks) throws IOException, InterruptedException {
    Path house = plain(name, stacks);
    git(house, "init", "--quiet", "--initial-branch=main");
    commit(house);
    return house;
  }

  /** All that is there. */
  String commit(Path house) throws IOException, InterruptedException {
    git(house, "add", "--all");
    git(house, "commit", "--quiet", "--allow-empty", "-m", "A commit");
    return git(house, "rev-parse", "HEAD");
  }

  String git(Path house, String... args) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(args));
    Map<String, String> env = new HashMap<>(environmentBefore);
    env.putAll(GIT);
    Ending ending = Programs.run(command, house, env, Duration.ofMinutes(1));
    assertThat(ending.exitCode()).as(ending.output()).isZero();
    return ending.stdout().strip();
  }

  int worktrees(Path house) throws IOException, InterruptedException {
    return (int) git(house, "worktree", "list").lines().count();
  }

  static void write(Path house, String file, String text) throws IOException {
    Files.createDirectories(house.resolve(file).getParent());
    Files.writeString(house.resolve(file), text);
  }
}

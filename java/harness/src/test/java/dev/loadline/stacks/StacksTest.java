// Stacks that cannot be used are refused with everything that is wrong with them.
package dev.loadline.stacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.entry;

import dev.loadline.input.InvalidInput;
import dev.loadline.input.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StacksTest {
  @TempDir Path root;

  @BeforeEach
  void copySchema() throws IOException {
    String schema = "contracts/schema/stack.schema.json";
    Files.createDirectories(root.resolve(schema).getParent());
    Files.copy(Path.of("../..").resolve(schema), root.resolve(schema));
  }

  @Test
  void readsAStackAndItsVariants() throws IOException {
    write("java/servers/stacks.json", "['duck']");
    stack(
        "duck",
        """
        'command': ['java', '-jar', 'target/duck.jar'],
        'variants': {'loud': {'env': {'VOICE': '11'}, 'args': ['-v'], 'workloads': ['hello'],
                              'reason': 'it is hoarse'},
                     'tuned': {'command': ['java', '-jar', 'target/swift.jar']}}
        """);
    List<Variant> variants = Stacks.load(root).get(0).variants();
    assertThat(variants)
        .extracting(Variant::id)
        .containsExactly("java/duck", "java/duck:loud", "java/duck:tuned");
    assertThat(variants.get(1).command()).containsExactly("java", "-jar", "target/duck.jar", "-v");
    assertThat(variants.get(2).command()).containsExactly("java", "-jar", "target/swift.jar");
    assertThat(variants.get(0).workloads()).containsExactly("hello", "hash");
    assertThat(variants.get(1).workloads()).containsExactly("hello");
    assertThat(variants.get(1).env()).containsEntry("VOICE", "11");
    assertThat(variants.get(1).reason()).contains("it is hoarse");
  }

  @Test
  void tellsEveryProblemOfEveryStack() throws IOException {
    write("java/servers/stacks.json", "['duck', 'goose', 'gone']");
    stack("duck", "'command': [], 'needs': {'java': 8}, 'feathers': 1");
    stack("goose", "'command': ['x'], 'variants': {'loud': {'workloads': ['hello']}}");
    write("node/servers/stacks.json", "{}");
    assertThat(refused())
        .extracting(problem -> problem.file() + " " + problem.pointer())
        .containsExactlyInAnyOrder(
            "node/servers/stacks.json ",
            "java/servers/duck/stack.json /feathers",
            "java/servers/duck/stack.json /command",
            "java/servers/duck/stack.json /needs/java",
            "java/servers/goose/stack.json /variants/loud",
            "java/servers/gone/stack.json ");
  }

  @Test
  void readsHowAStackIsBuiltAndWhatItUses() throws IOException {
    write("java/servers/stacks.json", "['duck', 'goose']");
    stack(
        "duck",
        """
        'command': ['x'], 'build': ['make', 'duck'],
        'paths': {'../shared': 'all', '../shared/hash': ['hash'], '../shared/test': []}
        """);
    stack("goose", "'command': ['x']");
    List<Stack> stacks = Stacks.load(root);
    assertThat(stacks.get(0).build()).contains(List.of("make", "duck"));
    assertThat(stacks.get(0).paths())
        .containsEntry("../shared", List.of("hello", "hash"))
        .containsEntry("../shared/hash", List.of("hash"))
        .containsEntry("../shared/test", List.of());
    assertThat(stacks.get(1).build()).isEmpty();
    assertThat(stacks.get(1).paths()).isEmpty();
  }

  @Test
  void pathsThatStacksShareAreFromTheFolderOfTheirFile() throws IOException {
    copyPathsSchema();
    write("java/servers/stacks.json", "['duck', 'goose']");
    stack("duck", "'command': ['x'], 'pathsFrom': '../shared/paths.json'");
    stack(
        "goose",
        """
        'command': ['x'], 'pathsFrom': '../shared/paths.json',
        'paths': {'../shared/hash': ['hello'], '../own': 'all'}
        """);
    write("java/servers/shared/paths.json", "{'paths': {'.': 'all', 'hash': ['hash', 'echo']}}");
    List<Stack> stacks = Stacks.load(root);
    assertThat(stacks.get(0).paths())
        .containsOnly(
            entry("../shared", List.of("hello", "hash")),
            entry("../shared/hash", List.of("hash", "echo")));
    assertThat(stacks.get(1).paths())
        .containsOnly(
            entry("../shared", List.of("hello", "hash")),
            entry("../shared/hash", List.of("hello")),
            entry("../own", List.of("hello", "hash")));
  }

  @Test
  void pathsThatStacksShareAreToldOnce() throws IOException {
    copyPathsSchema();
    write("java/servers/stacks.json", "['duck', 'goose']");
    stack("duck", "'command': ['x'], 'pathsFrom': '../shared/paths.json'");
    stack("goose", "'command': ['x'], 'pathsFrom': '../shared/paths.json'");
    String shared = "java/servers/shared/paths.json";
    assertThat(refused()).extracting(Problem::file).containsExactly(shared);
    write(shared, "{'paths': {'a': ['dance']}}");
    assertThat(refused()).extracting(Problem::pointer).containsExactly("/paths/a/0");
    write(shared, "{'paths': {'../../../..': 'all'}}");
    assertThat(refused())
        .containsExactly(
            new Problem(
                shared,
                "/paths/..~1..~1..~1..",
                "a path within the house, relative to the folder of this file",
                "\"../../../..\""));
    stack("duck", "'command': ['x'], 'pathsFrom': '/etc/paths.json'");
    write(shared, "{'paths': {}}");
    assertThat(refused()).extracting(Problem::pointer).containsExactly("/pathsFrom");
  }

  private void copyPathsSchema() throws IOException {
    String schema = "contracts/schema/paths.schema.json";
    Files.copy(Path.of("../..").resolve(schema), root.resolve(schema));
  }

  @Test
  void tellsWhatIsWrongWithWhatAStackUses() throws IOException {
    write("java/servers/stacks.json", "['duck']");
    stack("duck", "'command': ['x'], 'build': 'make', 'paths': {'../shared': 'none'}");
    assertThat(refused())
        .extracting(problem -> problem.pointer() + " " + problem.expected())
        .containsExactlyInAnyOrder("/build array", "/paths/..~1shared \"all\"");
    stack(
        "duck",
        """
        'command': ['x'],
        'paths': {'../../..': 'all', '../../../contracts/../..': 'all', '/etc': 'all',
                  '../hash': ['hash', 'echo']}
        """);
    String file = "java/servers/duck/stack.json";
    String within = "a path within the house, relative to the folder of the stack";
    assertThat(refused())
        .containsExactly(
            new Problem(
                file,
                "/paths/..~1..~1..~1contracts~1..~1..",
                within,
                "\"../../../contracts/../..\""),
            new Problem(file, "/paths/~1etc", within, "\"/etc\""),
            new Problem(
                file,
                "/paths/..~1hash/1",
                "a workload of the stack: \"hello\", \"hash\"",
                "\"echo\""));
  }

  @Test
  void refusesAnIdThatStandsTwice() throws IOException {
    write("java/servers/stacks.json", "['duck', 'duck']");
    stack("duck", "'command': ['x']");
    assertThat(refused()).extracting(Problem::pointer).containsExactly("/id");
  }

  @Test
  void saysWhyAStackIsNotRun() throws IOException {
    write("java/servers/stacks.json", "['duck', 'goose', 'swan']");
    stack("duck", "'command': ['java', '-jar', 'target/duck.jar']");
    stack("goose", "'command': ['java', '-version'], 'needs': {'java': 999}");
    stack("swan", "'command': ['node', 'swan.js']");
    List<Optional<String>> reasons =
        Stacks.load(root).stream().map(stack -> stack.variants().get(0).whyNotRun()).toList();
    assertThat(reasons.get(0))
        .contains(
            "java/servers/duck/target/duck.jar is not built: "
                + "mvn -pl java/servers/duck -am -DskipTests package");
    assertThat(reasons.get(1))
        .contains("it needs JDK 999, and none was found: set JAVA_HOME to one");
    assertThat(reasons.get(2)).hasValueSatisfying(r -> assertThat(r).startsWith("swan.js is not"));
  }

  private List<Problem> refused() {
    InvalidInput refusal = catchThrowableOfType(InvalidInput.class, () -> Stacks.load(root));
    assertThat(refusal).isNotNull();
    return refusal.problems();
  }

  private void stack(String name, String more) throws IOException {
    write(
        "java/servers/" + name + "/stack.json",
        "{'id': 'java/%s', 'language': 'java', 'description': 'A bird', 'workloads': ['hello', 'hash'], %s}"
            .formatted(name, more));
  }

  private void write(String name, String json) throws IOException {
    Files.createDirectories(root.resolve(name).getParent());
    Files.writeString(root.resolve(name), json.replace('\'', '"'));
  }
}

// Servers of a stack find their classes in an archive, which the first of them makes.
package dev.loadline.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadline.measure.TinyServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassArchiveTest {
  private static final List<String> OPTIONS = List.of("-XX:TieredStopAtLevel=1");
  private static final String SHARED = TinyServer.class.getName() + " source: shared objects file";

  @TempDir Path folder;

  @BeforeEach
  void writeJar() throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, TinyServer.class.getName());
    String entry = TinyServer.class.getName().replace('.', '/') + ".class";
    Files.createDirectory(folder.resolve("target"));
    try (OutputStream file = Files.newOutputStream(folder.resolve("target/tiny.jar"));
        JarOutputStream jar = new JarOutputStream(file, manifest);
        InputStream compiled = TinyServer.class.getResourceAsStream("TinyServer.class")) {
      jar.putNextEntry(new JarEntry(entry));
      compiled.transferTo(jar);
    }
    // An archive that is made in the same tick of the clock is no younger.
    age(folder.resolve("target/tiny.jar"), 10);
  }

  @Test
  void isMadeBesideTheJarAndUsed() throws Exception {
    List<String> options = with(tiny("target/tiny.jar"));
    assertThat(options).hasSize(2).startsWith(OPTIONS.get(0));
    assertThat(options.get(1)).matches("-XX:SharedArchiveFile=target/tiny-jdk\\d+\\.jsa");
    assertThat(classesLoaded(options)).contains(SHARED);
    assertThat(classesLoaded(OPTIONS)).isNotEmpty().doesNotContain(SHARED);
    assertThat(namesInTarget()).hasSize(2);
  }

  @Test
  void isMadeByAServerThatIsToldAndAskedWhatTheOthersWillBe() throws Exception {
    List<String> asked = new ArrayList<>();
    Map<String, String> env = Map.of("REDIS_URL", "redis://127.0.0.1:1");
    ClassArchive.with(
        tiny("target/tiny.jar"),
        OPTIONS,
        env,
        maker -> asked.add(environmentOf(maker).get("REDIS_URL")));
    ClassArchive.with(tiny("target/tiny.jar"), OPTIONS, env, maker -> asked.add("again"));
    assertThat(asked).containsExactly("redis://127.0.0.1:1");
  }

  @Test
  void isMadeAnewForWhatIsYounger() throws Exception {
    Path archive = made();
    FileTime before = Files.getLastModifiedTime(archive);
    with(tiny("target/tiny.jar"));
    assertThat(Files.getLastModifiedTime(archive)).isEqualTo(before);
    // A library beside the jar that was built anew is as good as a new jar.
    age(archive, 5);
    FileTime aged = Files.getLastModifiedTime(archive);
    Files.createDirectory(folder.resolve("target/lib"));
    Files.copy(folder.resolve("target/tiny.jar"), folder.resolve("target/lib/other.jar"));
    with(tiny("target/tiny.jar"));
    assertThat(Files.getLastModifiedTime(archive)).isGreaterThan(aged);
  }

  @Test
  void isDoneWithoutWhereTheServerDoesNotStart() throws Exception {
    Variant broken = tiny("target/tiny.jar", "-XX:NoSuchOption");
    assertThat(with(broken)).isEqualTo(OPTIONS);
    assertThat(namesInTarget()).containsExactly("tiny.jar");
  }

  @Test
  void isDoneWithoutWhereItCannotBeWritten() throws Exception {
    // The archive's name would be longer than a file system takes.
    String name = "target/" + "a".repeat(250) + ".jar";
    Files.copy(folder.resolve("target/tiny.jar"), folder.resolve(name));
    assertThat(with(tiny(name))).isEqualTo(OPTIONS);
    assertThat(namesInTarget()).hasSize(2);
  }

  @Test
  void isDoneWithoutWhereItsPathHasSpaces() throws Exception {
    Files.copy(folder.resolve("target/tiny.jar"), folder.resolve("target/a tiny.jar"));
    assertThat(with(tiny("target/a tiny.jar"))).isEqualTo(OPTIONS);
    assertThat(namesInTarget()).hasSize(2);
  }

  @Test
  void isForJarsAlone() throws Exception {
    assertThat(with(tiny("target/none.jar"))).isEqualTo(OPTIONS);
    Variant classes = variant(List.of("java", "-cp", "target/tiny.jar", "Main"));
    assertThat(with(classes)).isEqualTo(OPTIONS);
    assertThat(with(variant(List.of("node", "-jar", "x.jar")))).isEqualTo(OPTIONS);
  }

  private static List<String> with(Variant variant) throws InterruptedException {
    return ClassArchive.with(variant, OPTIONS, Map.of(), server -> {});
  }

  private Path made() throws IOException, InterruptedException {
    List<String> options = with(tiny("target/tiny.jar"));
    return folder.resolve(options.get(1).replaceFirst(".*=", ""));
  }

  /** What a server that is started with the options says of where its classes came from. */
  private String classesLoaded(List<String> options) throws Exception {
    Path log = folder.resolve("classes.log");
    List<String> all = new ArrayList<>(options);
    all.add("-Xlog:class+load:file=" + log);
    try (Server server = Servers.start(tiny("target/tiny.jar"), Map.of(), all)) {
      assertThat(server.stop().leftBehind()).isEmpty();
    }
    return Files.readString(log);
  }

  private static Map<String, String> environmentOf(Server server) throws IOException {
    String entries = Files.readString(Path.of("/proc/" + server.pid() + "/environ"));
    return Stream.of(entries.split("\0"))
        .map(entry -> entry.split("=", 2))
        .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
  }

  private List<String> namesInTarget() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("target"))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static void age(Path file, long seconds) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(seconds)));
  }

  private Variant tiny(String jar, String... options) {
    List<String> command = new ArrayList<>(List.of("java", "-XX:+UseSerialGC"));
    command.addAll(List.of(options));
    command.addAll(List.of("-jar", jar));
    return variant(command);
  }

  private Variant variant(List<String> command) {
    return TestVariant.of("java/tiny", folder, command);
  }
}

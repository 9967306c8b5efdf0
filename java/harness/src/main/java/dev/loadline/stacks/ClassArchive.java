// Class data sharing: a JVM that finds its classes read and verified in an archive starts with
// about half the CPU time.
package dev.loadline.stacks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The checks start each stack some ten times; a server that is started before the first makes an
 * archive beside the jar, and all others use it.
 */
public final class ClassArchive {
  /**
   * What the server that makes an archive is put through: the classes of first answers, drivers of
   * services among them, are in it then too.
   */
  public interface Rehearsal {
    void run(Server server) throws IOException, InterruptedException;
  }

  /** It writes its archive when it is asked to end. */
  private static final long STOP_WITHIN_MILLIS = 60_000;

  /** Those that could not be made; another attempt would take as long. */
  private static final Set<Path> GIVEN_UP = ConcurrentHashMap.newKeySet();

  private final Variant variant;
  private final List<String> javaOptions;
  private final Path archive;
  private final Map<String, String> env;
  private final Rehearsal rehearsal;

  private ClassArchive(
      Variant variant,
      List<String> javaOptions,
      Path archive,
      Map<String, String> env,
      Rehearsal rehearsal) {
    this.variant = variant;
    this.javaOptions = javaOptions;
    this.archive = archive;
    this.env = env;
    this.rehearsal = rehearsal;
  }

  /**
   * @param javaOptions with which its servers are started; an archive serves no other garbage
   *     collector than its maker's
   * @param env what the server that makes it is told
   * @return those options, and the one that names the archive; none for what is not started by
   *     {@code java -jar}
   */
  public static List<String> with(
      Variant variant, List<String> javaOptions, Map<String, String> env, Rehearsal rehearsal)
      throws InterruptedException {
    List<String> options = new ArrayList<>(javaOptions);
    Optional<Path> archive = archiveOf(variant);
    if (archive.isPresent()) {
      options.addAll(
          new ClassArchive(variant, javaOptions, archive.get(), env, rehearsal).shared());
    }
    return options;
  }

  /** Its path; each JDK has its own. */
  private static Optional<Path> archiveOf(Variant variant) {
    Stack stack = variant.stack();
    int at = variant.command().indexOf("-jar");
    if (!variant.command().get(0).equals("java") || at < 0) {
      return Optional.empty();
    }
    Path jar = stack.folder().resolve(variant.command().get(at + 1));
    String name = jar.getFileName().toString().replaceFirst("\\.jar$", "");
    return Jdk.find(WhyNotRun.leastJava(stack))
        .filter(jdk -> Files.exists(jar))
        .map(jdk -> jar.resolveSibling("%s-jdk%d.jsa".formatted(name, jdk.major())))
        // Options in the environment are parted at spaces.
        .filter(archive -> fromFolder(stack, archive).chars().noneMatch(Character::isWhitespace));
  }

  private static String fromFolder(Stack stack, Path file) {
    return stack.folder().relativize(file).toString();
  }

  /** None where it could not be made: a JVM starts without it too. */
  private List<String> shared() throws InterruptedException {
    if (!isFresh() && !GIVEN_UP.contains(archive) && !make()) {
      GIVEN_UP.add(archive);
    }
    return GIVEN_UP.contains(archive)
        ? List.of()
        : List.of("-XX:SharedArchiveFile=" + fromFolder(variant.stack(), archive));
  }

  /** Is it younger than all jars that it was made from? */
  private boolean isFresh() {
    if (!Files.exists(archive)) {
      return false;
    }
    FileTime made = modified(archive);
    return Stream.of(archive.getParent(), archive.resolveSibling("lib"))
        .flatMap(folder -> jarsIn(folder).stream())
        .allMatch(jar -> modified(jar).compareTo(made) < 0);
  }

  private static List<Path> jarsIn(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".jar")).toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static FileTime modified(Path file) {
    try {
      return Files.getLastModifiedTime(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** A server that does not start is told by the check that needs it. */
  private boolean make() throws InterruptedException {
    Turn turn = Turn.await();
    try {
      // Another process may have made it meanwhile.
      return isFresh() || made();
    } catch (NotStarted | IOException | UncheckedIOException withoutIt) {
      return false;
    } finally {
      turn.end();
    }
  }

  private boolean made() throws NotStarted, IOException, InterruptedException {
    TemporaryFolder folder = TemporaryFolder.createIn(archive.getParent());
    InCare.Charge charge = folder::removeUnchecked;
    InCare.take(charge);
    try {
      Path draft = folder.path().resolve("classes.jsa");
      train(fromFolder(variant.stack(), draft));
      if (Files.exists(draft)) {
        Files.move(draft, archive, StandardCopyOption.ATOMIC_MOVE);
      }
      return Files.exists(archive);
    } finally {
      charge.kill();
      InCare.release(charge);
    }
  }

  private void train(String draft) throws NotStarted, IOException, InterruptedException {
    List<String> options = new ArrayList<>(javaOptions);
    options.add("-XX:ArchiveClassesAtExit=" + draft);
    try (Server server = Servers.start(variant, env, options)) {
      rehearsal.run(server);
      server.stop(STOP_WITHIN_MILLIS);
    }
  }
}

// Finds a JDK that is new enough on this machine.
package dev.loadline.stacks;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * @param java the path of its {@code java}
 * @param major its version
 */
public record Jdk(Path java, int major) {
  private static final Pattern MAJOR =
      Pattern.compile("^JAVA_VERSION=\"(?:1\\.)?(\\d+)", Pattern.MULTILINE);

  /** Folders whose subfolders are JDKs, and where in such a subfolder the JDK begins. */
  private static final List<Map.Entry<Path, String>> USUAL_PLACES =
      List.of(
          Map.entry(Path.of("/usr/lib/jvm"), ""),
          Map.entry(Path.of("/opt/java"), ""),
          Map.entry(Path.of("/Library/Java/JavaVirtualMachines"), "Contents/Home"),
          Map.entry(Path.of("/opt/homebrew/opt"), "libexec/openjdk.jdk/Contents/Home"),
          Map.entry(Path.of(System.getProperty("user.home"), ".sdkman/candidates/java"), ""));

  private static final Map<Integer, Optional<Jdk>> FOUND = new ConcurrentHashMap<>();

  /**
   * @param least the least major version
   * @return JAVA_HOME's or the PATH's if it satisfies, else the newest that does
   */
  public static Optional<Jdk> find(int least) {
    return FOUND.computeIfAbsent(
        least,
        key ->
            preferred()
                .filter(jdk -> jdk.major() >= least)
                .findFirst()
                .or(() -> newest().filter(jdk -> jdk.major() >= least)));
  }

  private static Stream<Jdk> preferred() {
    Stream<Path> home = Stream.ofNullable(System.getenv("JAVA_HOME")).map(Jdk::javaOf);
    Stream<Path> path =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
            .map(folder -> Path.of(folder, "java"));
    return Stream.concat(home, path).flatMap(java -> at(java).stream());
  }

  private static Path javaOf(String home) {
    return Path.of(home, "bin", "java");
  }

  private static Optional<Jdk> newest() {
    return USUAL_PLACES.stream()
        .flatMap(
            place ->
                subfolders(place.getKey()).stream()
                    .map(folder -> folder.resolve(place.getValue()).resolve("bin/java")))
        .flatMap(java -> at(java).stream())
        .max(Comparator.comparingInt(Jdk::major));
  }

  private static List<Path> subfolders(Path place) {
    if (!Files.isDirectory(place)) {
      return List.of();
    }
    try (Stream<Path> folders = Files.list(place)) {
      return folders.sorted().toList();
    } catch (IOException unreadable) {
      return List.of();
    }
  }

  /** The file {@code release} of a JDK tells its version without starting it. */
  private static Optional<Jdk> at(Path java) {
    if (!Files.isExecutable(java)) {
      return Optional.empty();
    }
    try {
      Path release = java.toRealPath().getParent().resolveSibling("release");
      if (!Files.exists(release)) {
        return Optional.empty();
      }
      Matcher major = MAJOR.matcher(Files.readString(release));
      return major.find()
          ? Optional.of(new Jdk(java, Integer.parseInt(major.group(1))))
          : Optional.empty();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}

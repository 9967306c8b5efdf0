// The temporary folder that one server has for itself.
package dev.loadline.stacks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** It can be taken away for a while, so that whatever needs it fails. */
public final class TemporaryFolder {
  private static final FileAttribute<?> OURS_ALONE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final Path path;
  private final Path elsewhere;

  private TemporaryFolder(Path path) {
    this.path = path;
    this.elsewhere = path.resolveSibling(path.getFileName() + "-away");
  }

  static TemporaryFolder createIn(Path parent) {
    try {
      return new TemporaryFolder(Files.createTempDirectory(parent, "loadline-").toRealPath());
    } catch (IOException full) {
      throw new UncheckedIOException(full);
    }
  }

  /** Empty when there is one for that port. */
  static Optional<TemporaryFolder> createFor(int port) throws IOException {
    Path parent = Path.of(System.getProperty("java.io.tmpdir")).toRealPath();
    try {
      Path path = Files.createDirectory(parent.resolve("loadline-" + port), OURS_ALONE);
      return Optional.of(new TemporaryFolder(path));
    } catch (FileAlreadyExistsException claimed) {
      return Optional.empty();
    }
  }

  public Path path() {
    return path;
  }

  /** Renames it. */
  public void takeAway() throws IOException {
    Files.move(path, elsewhere);
  }

  /** Restores it, if it is away; what came to be in its place meanwhile is removed. */
  public void bringBack() throws IOException {
    if (Files.exists(elsewhere)) {
      delete(path);
      Files.move(elsewhere, path);
    }
  }

  /** How many files are in it, at any depth. */
  public long countFiles() throws IOException {
    return contents(path).stream().filter(Files::isRegularFile).count();
  }

  /** Everything in it, by names relative to it. */
  List<String> names() throws IOException {
    return contents(path).stream().map(file -> path.relativize(file).toString()).toList();
  }

  public void remove() throws IOException {
    delete(elsewhere);
    delete(path);
  }

  /** For whom there is nothing to do where it cannot be removed. */
  void removeUnchecked() {
    try {
      remove();
    } catch (IOException undeletable) {
      throw new UncheckedIOException(undeletable);
    }
  }

  static void delete(Path folder) throws IOException {
    for (Path file : contents(folder)) {
      Files.deleteIfExists(file);
    }
    Files.deleteIfExists(folder);
  }

  /** The deepest first. A file may vanish while we look. */
  private static List<Path> contents(Path folder) throws IOException {
    for (int attempt = 1; Files.isDirectory(folder); attempt++) {
      try (Stream<Path> files = Files.walk(folder)) {
        return files.filter(f -> !f.equals(folder)).sorted(Comparator.reverseOrder()).toList();
      } catch (UncheckedIOException | NoSuchFileException vanished) {
        if (attempt == 10) {
          throw vanished;
        }
      }
    }
    return List.of();
  }
}

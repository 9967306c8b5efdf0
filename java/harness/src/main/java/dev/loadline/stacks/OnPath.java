// The programs of this machine.
package dev.loadline.stacks;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

public final class OnPath {
  private OnPath() {}

  public static boolean has(String program) {
    return find(program, System.getenv().getOrDefault("PATH", "")).isPresent();
  }

  /**
   * @param path folders, as PATH has them
   */
  public static Optional<Path> find(String program, String path) {
    // An empty one would be the folder that we happen to be in.
    return Stream.of(path.split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, program))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }
}

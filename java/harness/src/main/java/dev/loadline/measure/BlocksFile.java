// Keeps every slice of a run, a line each, so that the run can be judged again.
package dev.loadline.measure;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What is written is on disk at once: a run that is broken off leaves what it had. */
final class BlocksFile implements AutoCloseable {
  private final BufferedWriter writer;

  BlocksFile(Path file) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      writer = Files.newBufferedWriter(file);
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    }
  }

  void add(BlockSlice slice) {
    try {
      writer.write(slice.json().toString());
      writer.write('\n');
      writer.flush();
    } catch (IOException full) {
      throw new UncheckedIOException(full);
    }
  }

  @Override
  public void close() {
    try {
      writer.close();
    } catch (IOException full) {
      throw new UncheckedIOException(full);
    }
  }
}

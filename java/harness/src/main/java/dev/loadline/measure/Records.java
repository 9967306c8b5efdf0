// The slices of a run, kept as they come in, and written into blocks.ndjson so that the run can be
// judged again.
package dev.loadline.measure;

import dev.loadline.measure.SliceRecord.Kind;
import dev.loadline.measure.SliceRecord.Role;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What is written is on disk at once: a run that is broken off leaves what it had. */
final class Records implements AutoCloseable {
  private final Map<Place, List<Block>> blocks = new HashMap<>();

  /** In order of time. */
  private final List<SliceRecord> subjects = new ArrayList<>();

  private final Writer file;

  /** Which slices are a comparison's own. */
  record Place(String group, String subject, String workload) {}

  /** Of one comparison: the slice of its subject, and that of the reference if it was measured. */
  record Block(SliceRecord subject, Optional<SliceRecord> reference) {
    Kind kind() {
      return subject.kind();
    }

    int process() {
      return subject.process();
    }
  }

  Records(Writer file) {
    this.file = file;
  }

  /**
   * @param file is begun anew
   */
  static Records into(Path file) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      return new Records(Files.newBufferedWriter(file));
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    }
  }

  /**
   * @param block all slices of one block of one workload, or one of its warm-up that had errors
   */
  void add(List<SliceRecord> block) {
    for (SliceRecord record : block) {
      write(record);
      if (record.role() == Role.SUBJECT) {
        subjects.add(record);
        Place place = new Place(record.group(), record.arm(), record.workload());
        blocks
            .computeIfAbsent(place, key -> new ArrayList<>())
            .add(new Block(record, reference(record, block)));
      }
    }
  }

  /** What was loaded at the same time as the subject; else the only one of the block. */
  private static Optional<SliceRecord> reference(SliceRecord subject, List<SliceRecord> block) {
    List<SliceRecord> references =
        block.stream().filter(record -> record.role() == Role.REFERENCE).toList();
    return references.stream()
        .filter(record -> record.order() == subject.order())
        .findFirst()
        .or(() -> references.stream().findFirst());
  }

  /** In order of time; those of the warm-up are among them. */
  List<Block> blocksOf(Place place) {
    return blocks.getOrDefault(place, List.of());
  }

  /**
   * A server's, of all its workloads, in order of time.
   *
   * @param process which set of processes
   */
  Stream<SliceRecord> slicesOf(String group, String subject, int process) {
    return subjects.stream()
        .filter(record -> record.process() == process)
        .filter(record -> record.group().equals(group) && record.arm().equals(subject));
  }

  private void write(SliceRecord record) {
    try {
      file.write(record.json().toString());
      file.write('\n');
      file.flush();
    } catch (IOException full) {
      throw new UncheckedIOException(full);
    }
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException full) {
      throw new UncheckedIOException(full);
    }
  }
}

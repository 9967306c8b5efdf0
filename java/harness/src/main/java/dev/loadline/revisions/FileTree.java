// What a build has made, as a list of files that can be copied and looked over.
package dev.loadline.revisions;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Files are copied by hard links where the file system allows it, symbolic links as they are. */
record FileTree(List<Item> items) {
  enum Kind {
    FOLDER,
    LINK,
    FILE
  }

  /**
   * @param target what a link points to
   * @param size of a file, in bytes
   * @param changedNanos when a file was changed, since 1970
   */
  record Item(String name, Kind kind, String target, long size, long changedNanos) {}

  /**
   * @param names of what is in the folder, at any depth
   * @return parents before what is in them; without sockets and the like
   * @throws AbsoluteLink a symbolic link names the folder itself, and would lead back to it
   */
  static FileTree of(Path folder, List<String> names) throws IOException {
    List<Item> items = new ArrayList<>();
    for (String name : names) {
      add(folder, name, items);
    }
    return new FileTree(List.copyOf(items));
  }

  private static void add(Path folder, String name, List<Item> items) throws IOException {
    Path place = folder.resolve(name);
    BasicFileAttributes found = attributes(place);
    if (found.isSymbolicLink()) {
      items.add(new Item(name, Kind.LINK, target(folder, name), 0, 0));
    } else if (found.isDirectory()) {
      items.add(new Item(name, Kind.FOLDER, "", 0, 0));
      for (String inside : namesIn(place)) {
        add(folder, name + "/" + inside, items);
      }
    } else if (found.isRegularFile()) {
      items.add(new Item(name, Kind.FILE, "", found.size(), nanos(found)));
    }
  }

  private static BasicFileAttributes attributes(Path place) throws IOException {
    return Files.readAttributes(place, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  private static long nanos(BasicFileAttributes attributes) {
    return attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS);
  }

  private static List<String> namesIn(Path folder) throws IOException {
    try (Stream<Path> inside = Files.list(folder)) {
      return inside.map(each -> each.getFileName().toString()).toList();
    }
  }

  private static String target(Path folder, String name) throws IOException {
    Path target = Files.readSymbolicLink(folder.resolve(name));
    if (target.startsWith(folder)) {
      throw new AbsoluteLink(name, target);
    }
    return target.toString();
  }

  /**
   * @param from a folder that has them
   * @param to a folder that has none of them
   */
  void copy(Path from, Path to) throws IOException {
    for (Item item : items) {
      Path place = to.resolve(item.name());
      Files.createDirectories(item.kind() == Kind.FOLDER ? place : place.getParent());
      switch (item.kind()) {
        case LINK -> Files.createSymbolicLink(place, Path.of(item.target()));
        case FILE -> linkOrCopy(from.resolve(item.name()), place);
        case FOLDER -> {}
      }
    }
  }

  /**
   * Hard links are not to be had on another disk, and on file systems that do not have them or that
   * forbid them.
   */
  private static void linkOrCopy(Path from, Path to) throws IOException {
    try {
      Files.createLink(to, from);
    } catch (FileAlreadyExistsException | NoSuchFileException wrong) {
      throw wrong;
    } catch (FileSystemException | UnsupportedOperationException unlinkable) {
      Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
    }
  }

  /** Does the folder have all of them, as they were? */
  boolean isIn(Path folder) {
    return items.stream().allMatch(item -> isIn(folder, item));
  }

  private static boolean isIn(Path folder, Item item) {
    try {
      BasicFileAttributes found = attributes(folder.resolve(item.name()));
      return switch (item.kind()) {
        case FOLDER -> found.isDirectory();
        case LINK -> found.isSymbolicLink();
        case FILE ->
            found.isRegularFile()
                && found.size() == item.size()
                && nanos(found) == item.changedNanos();
      };
    } catch (IOException gone) {
      return false;
    }
  }

  /** What is there cannot be used in another folder. */
  static final class AbsoluteLink extends IOException {
    private static final long serialVersionUID = 1L;

    AbsoluteLink(String name, Path target) {
      super("%s is a symbolic link to %s, which is not relative".formatted(name, target));
    }
  }
}

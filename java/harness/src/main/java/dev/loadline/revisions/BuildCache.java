// Keeps what builds have made, so that a commit is built once.
package dev.loadline.revisions;

import dev.loadline.stacks.CaredFolders;
import dev.loadline.stacks.Jdk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * All that is in a worktree and not in its commit (node_modules, target), under a key of the
 * commit's tree, the builds and the programs that they ran on. The tree holds lock files too.
 */
final class BuildCache {
  /**
   * What was built, and what of it is kept.
   *
   * @param roots files and whole folders that are not of the commit
   */
  record Manifest(List<String> builds, List<String> roots, FileTree files) {}

  /** Another layout of what is kept is another version; Node's harness has its own. */
  private static final String VERSION = "jvm 1";

  private static final int ENTRIES_MAX = 6;
  private static final int KEY_DIGITS = 24;

  /** What is being written is not looked at, and is forgotten when it is as old as that. */
  private static final String DRAFT = ".new-";

  private static final Duration DRAFT_MAX = Duration.ofHours(1);
  private static final String MANIFEST = "manifest.json";
  private static final String FILES = "files";

  private final Path folder;
  private final Path top;
  private final String prefix;

  /**
   * @param top a worktree
   * @param tree its tree's id
   * @param folder where all is kept
   */
  BuildCache(Path top, String tree, Path folder) {
    this.folder = folder;
    this.top = top;
    List<String> parts = new ArrayList<>(List.of(VERSION, tree));
    parts.addAll(runtimes());
    this.prefix = digest(parts);
  }

  /** Where it is without being told. */
  static Path home() {
    String given = Environment.ours().getOrDefault("XDG_CACHE_HOME", "");
    // A relative one is to be ignored, says the specification.
    Path home =
        given.startsWith("/") ? Path.of(given) : Path.of(System.getProperty("user.home"), ".cache");
    return home.resolve("loadline/builds");
  }

  /** The file by which processes that build the same take turns. */
  Path turn() {
    try {
      Files.createDirectories(folder);
    } catch (IOException unwritable) {
      // Then nothing can be kept either, and each builds for itself.
      return folder.resolve(prefix);
    }
    return folder.resolve("." + prefix + ".lock");
  }

  /** Is all that they make in the worktree now? */
  boolean restore(List<String> builds) {
    return namesIn(folder).stream()
        .filter(name -> name.startsWith(prefix + "-"))
        .anyMatch(name -> restoreFrom(folder.resolve(name), builds));
  }

  private boolean restoreFrom(Path entry, List<String> builds) {
    Optional<Manifest> manifest = manifest(entry);
    if (manifest.isPresent() && !manifest.get().builds().containsAll(builds)) {
      return false;
    }
    if (manifest.isEmpty() || !manifest.get().files().isIn(entry.resolve(FILES))) {
      discard(entry);
      return false;
    }
    try {
      manifest.get().files().copy(entry.resolve(FILES), top);
      Files.setLastModifiedTime(entry, FileTime.from(Instant.now()));
      return true;
    } catch (IOException gone) {
      // Another process may just have discarded it, or the disk is full.
      manifest.get().roots().forEach(root -> CaredFolders.delete(top.resolve(root)));
      return false;
    }
  }

  /**
   * Files are written under another name first: an entry is there as a whole or not at all.
   *
   * @param builds that have run in the worktree
   * @return why it cannot be kept; empty when it is
   */
  Optional<String> keep(List<String> builds) throws InterruptedException {
    Optional<String> reason = whyNotKeep();
    if (reason.isPresent()) {
      return reason;
    }
    try {
      List<String> roots = untracked();
      Files.createDirectories(folder);
      Path draft = Files.createTempDirectory(folder, DRAFT);
      CaredFolders cared = CaredFolders.over(draft);
      try {
        write(draft, roots, builds);
        publish(draft, folder.resolve(prefix + "-" + digest(builds)));
      } finally {
        cared.kill();
      }
      forgetOldest();
      return Optional.empty();
    } catch (IOException | UncheckedIOException | InvalidPathException unwritable) {
      return Optional.of(unwritable.getMessage());
    }
  }

  private Optional<String> whyNotKeep() throws InterruptedException {
    if (Worktree.hasSubmodules(top)) {
      return Optional.of("it has submodules");
    }
    String changed = Git.in(top).tell("status", "--porcelain", "--untracked-files=no");
    return changed
        .lines()
        .findFirst()
        .map(first -> "it changes files of the commit: " + first.substring(3));
  }

  /** In the worktree and not in its commit, ignored or not; folders as a whole. */
  private List<String> untracked() throws InterruptedException {
    String list = Git.in(top).tell("ls-files", "--others", "--directory", "-z");
    return Stream.of(list.split("\0"))
        .filter(name -> !name.isEmpty())
        .map(name -> name.replaceFirst("/$", ""))
        .toList();
  }

  private void write(Path draft, List<String> roots, List<String> builds) throws IOException {
    Path files = Files.createDirectory(draft.resolve(FILES));
    FileTree.of(top, roots).copy(top, files);
    // Of the copies, whose times may be a little coarser.
    Manifest manifest = new Manifest(builds, roots, FileTree.of(files, roots));
    Files.writeString(draft.resolve(MANIFEST), JsonMapper.shared().writeValueAsString(manifest));
  }

  private static void publish(Path draft, Path entry) throws IOException {
    try {
      Files.move(draft, entry, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileAlreadyExistsException | DirectoryNotEmptyException first) {
      // Another process was first, with the same.
      return;
    }
  }

  /** Empty when there is none that can be read. */
  private static Optional<Manifest> manifest(Path entry) {
    try {
      String text = Files.readString(entry.resolve(MANIFEST));
      return Optional.of(JsonMapper.shared().readValue(text, Manifest.class))
          .filter(read -> read.files() != null && read.files().items() != null);
    } catch (IOException | JacksonException unreadable) {
      return Optional.empty();
    }
  }

  private void forgetOldest() throws IOException {
    List<Path> entries = new ArrayList<>();
    for (String name : namesIn(folder)) {
      Path place = folder.resolve(name);
      if (!name.startsWith(".")) {
        entries.add(place);
      } else if (usedAt(place).isBefore(Instant.now().minus(DRAFT_MAX))) {
        CaredFolders.delete(place);
      }
    }
    entries.sort(Comparator.comparing(BuildCache::usedAt).reversed());
    entries.stream().skip(ENTRIES_MAX).forEach(BuildCache::discard);
  }

  /** Out of sight first, so that nobody finds half of it. */
  private static void discard(Path entry) {
    try {
      String name = DRAFT + entry.getFileName() + "-" + ProcessHandle.current().pid();
      Path away = entry.resolveSibling(name);
      Files.move(entry, away, StandardCopyOption.ATOMIC_MOVE);
      CaredFolders.delete(away);
    } catch (IOException gone) {
      // Another process was first.
      return;
    }
  }

  private static Instant usedAt(Path place) {
    try {
      return Files.getLastModifiedTime(place).toInstant();
    } catch (IOException gone) {
      return Instant.EPOCH;
    }
  }

  /** None when it cannot be read. */
  private static List<String> namesIn(Path folder) {
    try (Stream<Path> inside = Files.list(folder)) {
      return inside.map(each -> each.getFileName().toString()).toList();
    } catch (IOException unreadable) {
      return List.of();
    }
  }

  /** What builds run on. */
  private static List<String> runtimes() {
    String system = System.getProperty("os.name") + " " + System.getProperty("os.arch");
    return Stream.concat(
            Stream.of(system), Jdk.find(0).stream().flatMap(jdk -> Stream.of(described(jdk))))
        .toList();
  }

  private static String described(Jdk jdk) {
    try {
      return jdk.java().toRealPath() + " " + jdk.major();
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
  }

  static String digest(List<String> parts) {
    try {
      byte[] text = JsonMapper.shared().writeValueAsString(parts).getBytes(StandardCharsets.UTF_8);
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(text);
      return HexFormat.of().formatHex(hash).substring(0, KEY_DIGITS);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}

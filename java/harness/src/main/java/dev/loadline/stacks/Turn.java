// Those on this machine that do the same, one after the other: makers of class archives, builds.
package dev.loadline.stacks;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A maker keeps a core busy for seconds. Where each of several test processes makes one at the same
 * moment, servers that others are asking meanwhile are late. Nothing else depends on it: who cannot
 * have a turn goes on without.
 */
public final class Turn {
  private static final long WAIT_MILLIS = 60_000;
  private static final long ASK_AGAIN_MILLIS = 20;

  /** A lock on a file is the whole process's. */
  private static final ReentrantLock IN_PROCESS = new ReentrantLock();

  private final Path file;
  private final Optional<FileChannel> locked;

  private Turn(Path file, Optional<FileChannel> locked) {
    this.file = file;
    this.locked = locked;
  }

  /** Waits for it, for a minute at most. */
  static Turn await() throws InterruptedException {
    Path file = Path.of(System.getProperty("java.io.tmpdir"), "loadline-class-archives.lock");
    return await(file, WAIT_MILLIS);
  }

  /** Waits for that of a file. */
  public static Turn await(Path file, long withinMillis) throws InterruptedException {
    IN_PROCESS.lockInterruptibly();
    try {
      return new Turn(file, locked(file, withinMillis));
    } catch (InterruptedException | RuntimeException failed) {
      IN_PROCESS.unlock();
      throw failed;
    }
  }

  /** Empty where the file is somebody else's, or another process keeps it for too long. */
  private static Optional<FileChannel> locked(Path file, long withinMillis)
      throws InterruptedException {
    try {
      FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
      if (isLocked(channel, withinMillis)) {
        return Optional.of(channel);
      }
      channel.close();
      return Optional.empty();
    } catch (IOException unlockable) {
      return Optional.empty();
    }
  }

  private static boolean isLocked(FileChannel channel, long withinMillis)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(withinMillis);
    FileLock lock = channel.tryLock();
    while (lock == null && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(ASK_AGAIN_MILLIS);
      lock = channel.tryLock();
    }
    return lock != null;
  }

  /** Is it ours alone? */
  boolean isAlone() {
    return locked.isPresent();
  }

  /** Gives it to the next one. */
  public void end() {
    try {
      if (locked.isPresent()) {
        // Who waits for it has opened it already; nothing is to be left in the folder.
        Files.deleteIfExists(file);
        locked.get().close();
      }
    } catch (IOException unremovable) {
      // It is as good to the next one as a fresh one.
    } finally {
      IN_PROCESS.unlock();
    }
  }
}

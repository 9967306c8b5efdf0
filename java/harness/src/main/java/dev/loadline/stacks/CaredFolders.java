// Folders that belong together and that do not outlive the harness.
package dev.loadline.stacks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;

public final class CaredFolders implements InCare.Charge {
  private static final int ATTEMPTS = 5;
  private static final long AGAIN_MILLIS = 100;

  private final Path[] folders;
  private final Watchdog watchdog;

  private CaredFolders(Path[] folders, Watchdog watchdog) {
    this.folders = folders;
    this.watchdog = watchdog;
  }

  /** They need not be there yet. */
  public static CaredFolders over(Path... folders) throws IOException {
    CaredFolders cared = new CaredFolders(folders.clone(), Watchdog.over(folders));
    InCare.take(cared);
    return cared;
  }

  /** A new one among the temporary files, which is the caller's to care for. */
  public static Path temporary(String prefix) throws IOException {
    Path parent = Path.of(System.getProperty("java.io.tmpdir"));
    return Files.createTempDirectory(parent, prefix).toRealPath();
  }

  /** Removes them, and what is in them. */
  @Override
  public synchronized void kill() {
    for (Path folder : folders) {
      delete(folder);
    }
    watchdog.dismiss();
    InCare.release(this);
  }

  @Override
  public boolean isRunning() {
    return false;
  }

  /** With all that is in it; what has just been killed may still have written something. */
  public static void delete(Path folder) {
    for (int attempt = 1; ; attempt++) {
      try {
        TemporaryFolder.delete(folder);
        return;
      } catch (DirectoryNotEmptyException written) {
        again(attempt, written);
      } catch (IOException undeletable) {
        throw new UncheckedIOException(undeletable);
      }
    }
  }

  private static void again(int attempt, IOException reason) {
    if (attempt == ATTEMPTS) {
      throw new UncheckedIOException(reason);
    }
    try {
      Thread.sleep(AGAIN_MILLIS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(reason);
    }
  }
}

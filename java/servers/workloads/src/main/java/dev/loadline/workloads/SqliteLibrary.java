// Opens SQLite without leaving its native library in the temporary folder.
package dev.loadline.workloads;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.sqlite.JDBC;

/**
 * sqlite-jdbc unpacks its library into a file and only marks it to be deleted at exit, so a killed
 * server leaves it behind. Once loaded, the file is not needed: it gets a folder of its own, which
 * goes as soon as the first connection stands.
 */
final class SqliteLibrary {
  private static final String FOLDER_PROPERTY = "org.sqlite.tmpdir";

  private SqliteLibrary() {}

  static synchronized Connection connect(String url) throws SQLException {
    try {
      Path folder = Files.createTempDirectory("loadline-sqlite-");
      System.setProperty(FOLDER_PROPERTY, folder.toString());
      try {
        // Not through DriverManager, which would load every other driver too.
        return JDBC.createConnection(url, new Properties());
      } finally {
        System.clearProperty(FOLDER_PROPERTY);
        remove(folder);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException("SQLite's library found no temporary folder", failure);
    }
  }

  /** Where an open file cannot be deleted (Windows), it goes at exit. */
  private static void remove(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> listed = Files.list(folder)) {
      files = listed.toList();
    }
    for (Path file : files) {
      removeNowOrAtExit(file);
    }
    removeNowOrAtExit(folder);
  }

  private static void removeNowOrAtExit(Path path) {
    try {
      Files.delete(path);
    } catch (IOException inUse) {
      path.toFile().deleteOnExit();
    }
  }
}

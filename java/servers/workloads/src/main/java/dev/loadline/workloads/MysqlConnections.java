// Opens connections to MySQL for the pool of the records.
package dev.loadline.workloads;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.mariadb.jdbc.MariaDbDataSource;

/**
 * Each has the table before it is handed out, so that it is there also in a database that came up
 * later, or empty.
 *
 * <p>HikariCP waits twice as long after every failure, up to 5 s, for as long as requests keep
 * coming. Here a failure is tried again a little later and not told to it, so that requests succeed
 * soon after the service is back.
 */
final class MysqlConnections extends MariaDbDataSource implements AutoCloseable {
  private static final int PAUSE_MILLIS = 200;

  /** Server-side preparation: a parameter never becomes part of a statement's text. */
  private static final String OPTIONS =
      "?connectTimeout="
          + Limits.SERVICE_ANSWER_MILLIS
          + "&socketTimeout="
          + Limits.SERVICE_ANSWER_MILLIS
          + "&useServerPrepStmts=true"
          // What MySQL 8 wants of a client that has no TLS.
          + "&allowPublicKeyRetrieval=true";

  private static final String TABLE =
      "CREATE TABLE IF NOT EXISTS records ("
          + "id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,"
          + " name VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL)";

  private final CountDownLatch closing = new CountDownLatch(1);

  MysqlConnections(ServiceUrl url) {
    try {
      setUrl(jdbc(url));
      setUser(url.user());
      setPassword(url.password());
    } catch (SQLException refused) {
      throw new IllegalArgumentException(refused);
    }
  }

  /** The address as JDBC has it; user and password stay out of it. */
  static String jdbc(ServiceUrl url) {
    return "jdbc:mariadb://" + url.host() + ":" + url.port() + "/" + url.database() + OPTIONS;
  }

  /**
   * Opens and closes a connection, whether it succeeds or not: loading the driver's classes would
   * otherwise be counted against the first request's waiting for the pool.
   */
  void loadDriver() {
    try {
      open().close();
    } catch (SQLException away) {
      // The request that asks the pool next will find out.
    }
  }

  @Override
  public Connection getConnection() throws SQLException {
    while (true) {
      try {
        return open();
      } catch (SQLException away) {
        pauseAfter(away);
      }
    }
  }

  private Connection open() throws SQLException {
    Connection connection = super.getConnection();
    try (Statement statement = connection.createStatement()) {
      statement.execute(TABLE);
      return connection;
    } catch (SQLException failure) {
      connection.close();
      throw failure;
    }
  }

  private void pauseAfter(SQLException failure) throws SQLException {
    try {
      if (closing.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
        throw failure;
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw failure;
    }
  }

  /** Whoever still waits for a connection gets none; to be called before the pool is closed. */
  @Override
  public void close() {
    closing.countDown();
  }
}

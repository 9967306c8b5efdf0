// What the records ask of MySQL, through MariaDB Connector/J and a pool of HikariCP.
package dev.loadline.workloads;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Blocks for as long as MySQL takes, and never longer than {@link Limits} allow. */
final class Mysql implements AutoCloseable {
  private static final int PORT = 3306;

  /** The least that HikariCP takes. */
  private static final int VALIDATION_MILLIS = 250;

  /** HikariCP opens one connection after the other: a crowd waits longer for the first ones. */
  private static final int WAIT_MILLIS = 1_000;

  private final MysqlConnections connections;
  private final HikariDataSource pool;

  Mysql(String address) {
    connections = new MysqlConnections(ServiceUrl.of(address, "mysql", PORT));
    connections.loadDriver();
    HikariConfig settings = new HikariConfig();
    settings.setPoolName("records");
    settings.setDataSource(connections);
    settings.setMaximumPoolSize(Limits.SERVICE_CONNECTIONS);
    // None is kept for later: HikariCP would try for ever to open it while MySQL is away.
    settings.setMinimumIdle(0);
    settings.setConnectionTimeout(WAIT_MILLIS);
    settings.setValidationTimeout(VALIDATION_MILLIS);
    settings.setInitializationFailTimeout(-1);
    pool = new HikariDataSource(settings);
  }

  /** Inserts a row once and returns its id. */
  long insert(String name) {
    return answered(
        connection -> {
          try (PreparedStatement insert =
              connection.prepareStatement(
                  "INSERT INTO records (name) VALUES (?)", Statement.RETURN_GENERATED_KEYS)) {
            insert.setString(1, name);
            insert.executeUpdate();
            try (ResultSet keys = insert.getGeneratedKeys()) {
              keys.next();
              return keys.getLong(1);
            }
          }
        });
  }

  /** The name of the row with this id, or null. */
  String name(long id) {
    return answered(
        connection -> {
          try (PreparedStatement select =
              connection.prepareStatement("SELECT name FROM records WHERE id = ?")) {
            select.setLong(1, id);
            try (ResultSet row = select.executeQuery()) {
              return row.next() ? row.getString(1) : null;
            }
          }
        });
  }

  /** Nothing is tried again: whether a statement that broke off was executed is not known. */
  private <T> T answered(Work<T> work) {
    try (Connection connection = pool.getConnection()) {
      return work.on(connection);
    } catch (SQLException failure) {
      throw Service.MYSQL.unavailable();
    }
  }

  @Override
  public void close() {
    connections.close();
    pool.close();
  }

  private interface Work<T> {
    T on(Connection connection) throws SQLException;
  }
}

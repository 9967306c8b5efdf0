// The work of the workload records: names under numbers, in MySQL by MariaDB Connector/J.
package dev.loadline.workloads;

import com.zaxxer.hikari.HikariDataSource;
import java.net.URI;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** All methods may be called from any thread; {@link #add} and {@link #find} block. */
public final class Records implements AutoCloseable {
  /** Said on every new connection: the database may come up later than the server, or empty. */
  private static final String TABLE =
      "CREATE TABLE IF NOT EXISTS records ("
          + "id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,"
          + " name VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL)";

  private final HikariDataSource pool;
  private final Bulkhead bulkhead = new Bulkhead("MySQL", Limits.MYSQL_CONNECTIONS);

  /**
   * Connects when it is asked for something.
   *
   * @param url as {@code mysql://user:password@host:port/database}, or null
   */
  public Records(String url) {
    pool = url == null ? null : pool(URI.create(url));
  }

  private static HikariDataSource pool(URI url) {
    HikariDataSource pool = new HikariDataSource();
    pool.setJdbcUrl("jdbc:mariadb://" + url.getHost() + ":" + url.getPort() + url.getPath());
    if (url.getUserInfo() != null) {
      String[] user = url.getUserInfo().split(":", 2);
      pool.setUsername(user[0]);
      pool.setPassword(user.length > 1 ? user[1] : null);
    }
    pool.setMaximumPoolSize(Limits.MYSQL_CONNECTIONS);
    pool.setMinimumIdle(0);
    pool.setConnectionTimeout(Limits.SERVICE_ANSWER_MILLIS);
    pool.setValidationTimeout(Limits.SERVICE_ANSWER_MILLIS);
    pool.setInitializationFailTimeout(-1);
    pool.setConnectionInitSql(TABLE);
    pool.addDataSourceProperty("connectTimeout", Limits.SERVICE_ANSWER_MILLIS);
    pool.addDataSourceProperty("socketTimeout", Limits.SERVICE_ANSWER_MILLIS);
    // What MySQL 8 wants of a client that has no TLS.
    pool.addDataSourceProperty("allowPublicKeyRetrieval", true);
    return pool;
  }

  /**
   * Adds a record, once.
   *
   * @throws Refused INVALID for a bad name; UNAVAILABLE, and whether it was added is not known
   */
  public NamedRecord add(String name) {
    Checks.text("name", name, Limits.TEXT_CODE_POINTS);
    return answered(connection -> inserted(connection, name));
  }

  private static NamedRecord inserted(Connection connection, String name) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO records (name) VALUES (?)", Statement.RETURN_GENERATED_KEYS)) {
      insert.setString(1, name);
      insert.executeUpdate();
      try (ResultSet keys = insert.getGeneratedKeys()) {
        keys.next();
        return new NamedRecord(keys.getLong(1), name);
      }
    }
  }

  /**
   * The record with this id.
   *
   * @throws Refused MISSING when there is none, UNAVAILABLE
   */
  public NamedRecord find(long id) {
    return answered(connection -> selected(connection, id));
  }

  private static NamedRecord selected(Connection connection, long id) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement("SELECT name FROM records WHERE id = ?")) {
      select.setLong(1, id);
      try (ResultSet row = select.executeQuery()) {
        if (!row.next()) {
          throw Refused.missing("There is no record of this id.");
        }
        return new NamedRecord(id, row.getString(1));
      }
    }
  }

  /** What is asked of a connection. */
  private interface Call {
    NamedRecord on(Connection connection) throws SQLException;
  }

  private NamedRecord answered(Call call) {
    if (pool == null) {
      throw Refused.unavailable("MySQL");
    }
    return bulkhead.inTurn(
        () -> {
          try (Connection connection = pool.getConnection()) {
            return call.on(connection);
          } catch (SQLException failure) {
            throw Refused.unavailable("MySQL");
          }
        });
  }

  @Override
  public void close() {
    if (pool != null) {
      pool.close();
    }
  }
}

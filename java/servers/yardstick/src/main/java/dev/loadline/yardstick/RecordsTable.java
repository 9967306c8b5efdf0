// One connection to the database of the records.
package dev.loadline.yardstick;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.mariadb.jdbc.Driver;

/** Used by one thread at a time; after any failure it is to be closed. */
final class RecordsTable {
  private static final String CREATE =
      "CREATE TABLE IF NOT EXISTS records (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,"
          + " name VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL)";
  // One that was used just now is alive as far as can be told; asking it would cost as much as use.
  private static final long TRUSTED_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final Connection connection;
  private final PreparedStatement insert;
  private final PreparedStatement select;
  private long usedNanos;

  RecordsTable(ServiceUrl url) throws SQLException {
    String address = "jdbc:mariadb://" + url.host() + ":" + url.port() + "/" + url.database();
    connection = new Driver().connect(address, properties(url));
    try (Statement create = connection.createStatement()) {
      create.execute(CREATE);
      insert =
          connection.prepareStatement(
              "INSERT INTO records (name) VALUES (?)", Statement.RETURN_GENERATED_KEYS);
      select = connection.prepareStatement("SELECT name FROM records WHERE id = ?");
    } catch (SQLException failure) {
      close();
      throw failure;
    }
    usedNanos = System.nanoTime();
  }

  boolean isAlive() throws SQLException {
    return System.nanoTime() - usedNanos < TRUSTED_NANOS || connection.isValid(1);
  }

  /** The id of the new row. */
  long add(String name) throws SQLException {
    insert.setString(1, name);
    insert.executeUpdate();
    try (ResultSet ids = insert.getGeneratedKeys()) {
      ids.next();
      usedNanos = System.nanoTime();
      return ids.getLong(1);
    }
  }

  /** The name of a row, or null where there is no row. */
  String name(long id) throws SQLException {
    select.setLong(1, id);
    try (ResultSet rows = select.executeQuery()) {
      usedNanos = System.nanoTime();
      return rows.next() ? rows.getString(1) : null;
    }
  }

  void close() {
    try {
      connection.close();
    } catch (SQLException gone) {
      // It was given up; the socket is closed whatever the database thinks of it.
    }
  }

  private static Properties properties(ServiceUrl url) {
    Properties properties = new Properties();
    properties.setProperty("user", url.user());
    properties.setProperty("password", url.password());
    properties.setProperty("connectTimeout", Integer.toString(Calls.WAIT_MILLIS_MAX));
    properties.setProperty("socketTimeout", Integer.toString(Calls.WAIT_MILLIS_MAX));
    properties.setProperty("useServerPrepStmts", "true");
    // MySQL 8 hands out its public key to whoever has a password to encrypt and no TLS.
    properties.setProperty("allowPublicKeyRetrieval", "true");
    return properties;
  }
}

// Inserts records into MySQL and selects them.
package dev.loadline.broken.honest;

import java.io.IOException;
import java.net.URI;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.mariadb.jdbc.Driver;

/** Honest records; a fault overrides what it breaks. */
public class Records {
  private static final String TABLE =
      """
      CREATE TABLE IF NOT EXISTS records (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        name VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL)
      """;

  private Pool<Connection> pool;
  private TextBody body;

  /** To be called once, before the first request. */
  void open() {
    pool = new Pool<>("MySQL", this::connect);
    body = body();
  }

  /** Takes one record. */
  protected Reply post(Request request) throws IOException {
    String name = body.read(request, "name");
    long id = insert(name);
    return Reply.json(201, record(id, name)).with("Location", "/records/" + id);
  }

  /** Gives one record. */
  protected Reply get(String digits) {
    if (!digits.matches("[0-9]{1,15}")) {
      throw Refusal.badRequest("The id of a record has 1 to 15 decimal digits.");
    }
    long id = Long.parseLong(digits);
    String name = find(id);
    if (name == null) {
      throw Refusal.notFound();
    }
    return Reply.json(200, record(id, name));
  }

  protected static String record(long id, String name) {
    return "{\"id\":%d,\"name\":%s}".formatted(id, Reply.quoted(name));
  }

  protected TextBody body() {
    return new TextBody();
  }

  protected final Pool<Connection> connections() {
    return pool;
  }

  /** The table is there as soon as there is a connection. */
  private Connection connect() throws SQLException {
    URI url = URI.create(System.getenv("MYSQL_URL"));
    String[] user = url.getUserInfo().split(":", 2);
    Properties settings = new Properties();
    settings.setProperty("user", user[0]);
    settings.setProperty("password", user.length < 2 ? "" : user[1]);
    settings.setProperty("connectTimeout", String.valueOf(Pool.CONNECT_MILLIS));
    settings.setProperty("socketTimeout", String.valueOf(answerMillis()));
    settings.setProperty("allowPublicKeyRetrieval", "true");
    String address =
        "jdbc:mariadb://%s:%d%s".formatted(url.getHost(), url.getPort(), url.getPath());
    Connection connection = new Driver().connect(address, settings);
    try (Statement statement = connection.createStatement()) {
      statement.execute(TABLE);
    }
    return connection;
  }

  /** How long MySQL may take to answer; 0 for ever. */
  protected int answerMillis() {
    return Pool.ANSWER_MILLIS;
  }

  /** Returns the id of the record. */
  protected long insert(String name) {
    return pool.lend(connection -> insert(connection, name));
  }

  protected static long insert(Connection connection, String name) throws SQLException {
    String sql = "INSERT INTO records (name) VALUES (?)";
    try (PreparedStatement insert =
        connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
      insert.setString(1, name);
      insert.executeUpdate();
      return generated(insert);
    }
  }

  protected static long generated(Statement insert) throws SQLException {
    try (ResultSet keys = insert.getGeneratedKeys()) {
      keys.next();
      return keys.getLong(1);
    }
  }

  /** Null when there is none. */
  protected String find(long id) {
    return pool.lend(connection -> select(connection, id));
  }

  protected static String select(Connection connection, long id) throws SQLException {
    String sql = "SELECT name FROM records WHERE id = ?";
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setLong(1, id);
      try (ResultSet rows = select.executeQuery()) {
        return rows.next() ? rows.getString(1) : null;
      }
    }
  }
}

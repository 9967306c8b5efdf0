// The todos in an SQLite database that lives and dies with the process.
package dev.loadline.workloads;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A fresh database with laundry (done), lunch and exercise.
 *
 * <p>It is in memory and has one connection with prepared statements behind a lock: a statement
 * takes microseconds, and SQLite lets one at a time write anyway, so a pool would only add to that.
 * All methods may be called from any thread; they block for as long as others are at work.
 */
public final class Todos implements AutoCloseable {
  private final ReentrantLock lock = new ReentrantLock();
  private final Connection connection;
  private final PreparedStatement all;
  private final PreparedStatement matching;
  private final PreparedStatement one;
  private final PreparedStatement add;
  private final PreparedStatement change;
  private final PreparedStatement remove;

  private Todos(Connection connection) throws SQLException {
    this.connection = connection;
    all = connection.prepareStatement("select id, description, done from todo order by id");
    matching =
        connection.prepareStatement(
            "select id, description, done from todo"
                + " where instr(lower(description), lower(?)) > 0 order by id");
    one = connection.prepareStatement("select id, description, done from todo where id = ?");
    add = connection.prepareStatement("insert into todo (description, done) values (?, ?)", 1);
    change =
        connection.prepareStatement(
            "update todo set description = coalesce(?, description), done = coalesce(?, done)"
                + " where id = ?");
    remove = connection.prepareStatement("delete from todo where id = ?");
  }

  /** Opens a fresh database. */
  public static Todos open() {
    try {
      Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
      try (var statement = connection.createStatement()) {
        statement.execute(
            "create table todo (id integer primary key autoincrement,"
                + " description text not null, done integer not null)");
        statement.execute(
            "insert into todo (description, done)"
                + " values ('laundry', 1), ('lunch', 0), ('exercise', 0)");
      }
      return new Todos(connection);
    } catch (SQLException failure) {
      throw new IllegalStateException("the todos' database cannot be opened", failure);
    }
  }

  /** All todos in order of id. */
  public List<Todo> all() {
    return locked(() -> rows(all));
  }

  /**
   * The todos whose description holds a text, ASCII case aside.
   *
   * @param q null or empty: all
   */
  public List<Todo> search(String q) {
    if (q == null || q.isEmpty()) {
      return all();
    }
    return locked(
        () -> {
          matching.setString(1, q);
          return rows(matching);
        });
  }

  /**
   * The todo with this id.
   *
   * @throws Refused MISSING when there is none
   */
  public Todo find(long id) {
    return locked(
        () -> {
          one.setLong(1, id);
          return rows(one).stream().findFirst().orElseThrow(() -> missing(id));
        });
  }

  /**
   * Adds a todo and returns its id.
   *
   * @throws Refused INVALID when the description is missing
   */
  public long add(TodoChange wish) {
    Checks.text("description", wish.description(), Limits.DESCRIPTION_CODE_POINTS);
    return locked(
        () -> {
          add.setString(1, wish.description());
          add.setInt(2, Boolean.TRUE.equals(wish.done()) ? 1 : 0);
          add.executeUpdate();
          try (ResultSet keys = add.getGeneratedKeys()) {
            keys.next();
            return keys.getLong(1);
          }
        });
  }

  /**
   * Changes the fields that are not null.
   *
   * @throws Refused MISSING when there is no such todo
   */
  public void change(long id, TodoChange wish) {
    locked(
        () -> {
          change.setString(1, wish.description());
          change.setObject(2, wish.done() == null ? null : wish.done() ? 1 : 0);
          change.setLong(3, id);
          return expectOne(change.executeUpdate(), id);
        });
  }

  /**
   * Removes a todo.
   *
   * @throws Refused MISSING when there is no such todo
   */
  public void remove(long id) {
    locked(
        () -> {
          remove.setLong(1, id);
          return expectOne(remove.executeUpdate(), id);
        });
  }

  @Override
  public void close() {
    locked(
        () -> {
          connection.close();
          return null;
        });
  }

  private static List<Todo> rows(PreparedStatement query) throws SQLException {
    List<Todo> todos = new ArrayList<>();
    try (ResultSet row = query.executeQuery()) {
      while (row.next()) {
        todos.add(new Todo(row.getLong(1), row.getString(2), row.getInt(3) == 1));
      }
    }
    return todos;
  }

  private static Void expectOne(int changed, long id) {
    if (changed == 0) {
      throw missing(id);
    }
    return null;
  }

  private static Refused missing(long id) {
    return Refused.missing("There is no todo " + id + ".");
  }

  private <T> T locked(Work<T> work) {
    lock.lock();
    try {
      return work.run();
    } catch (SQLException failure) {
      throw new IllegalStateException("the todos' database failed", failure);
    } finally {
      lock.unlock();
    }
  }

  private interface Work<T> {
    T run() throws SQLException;
  }
}

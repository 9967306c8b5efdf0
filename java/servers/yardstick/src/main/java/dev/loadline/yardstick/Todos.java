// The todos workload: an SQLite database in memory, used by one thread.
package dev.loadline.yardstick;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

final class Todos {
  private static final int FORM_BYTES_MAX = 64 << 10;
  private static final int DESCRIPTION_CODE_POINTS_MAX = 1_000;
  private static final String FORM = "application/x-www-form-urlencoded";

  record Todo(long id, String description, boolean done) {}

  /** Work on the database that gives an answer's HTML. */
  private interface Work {
    String html() throws SQLException, Problem;
  }

  /** Takes the fields of a form as they came. */
  private interface Form {
    void accept(String fields) throws Problem;
  }

  private final DefaultEventExecutor thread =
      new DefaultEventExecutor(new DefaultThreadFactory("todos", true));
  private final Connection database;
  private final PreparedStatement search;
  private final PreparedStatement find;
  private final PreparedStatement add;
  private final PreparedStatement change;
  private final PreparedStatement remove;

  Todos() {
    try {
      database = DriverManager.getConnection("jdbc:sqlite::memory:");
      removeUnpackedLibrary();
      create();
      // SQLite's lower() folds ASCII alone, and instr() knows no wildcards: both as wanted.
      search =
          database.prepareStatement(
              "SELECT id, description, done FROM todos"
                  + " WHERE instr(lower(description), lower(?)) ORDER BY id");
      find = database.prepareStatement("SELECT id, description, done FROM todos WHERE id = ?");
      add = database.prepareStatement("INSERT INTO todos (description, done) VALUES (?, ?)");
      change =
          database.prepareStatement(
              "UPDATE todos SET description = coalesce(?, description), done = coalesce(?, done)"
                  + " WHERE id = ?");
      remove = database.prepareStatement("DELETE FROM todos WHERE id = ?");
    } catch (SQLException e) {
      throw new IllegalStateException("The database of the todos could not be opened.", e);
    }
  }

  void page(Exchange exchange) {
    show(exchange, () -> TodoPages.page(matching("")));
  }

  void collection(Exchange exchange) throws Problem {
    if (exchange.request().method().equals(HttpMethod.POST)) {
      receive(exchange, fields -> add(exchange, fields));
      return;
    }
    String q = Query.single(exchange.query(), "q");
    show(exchange, () -> TodoPages.table(matching(q == null ? "" : q)));
  }

  void item(Exchange exchange, String idText) throws Problem {
    if (!idText.matches("[0-9]{1,15}")) {
      throw Problem.badRequest("The id of a todo is a number of at most 15 digits.");
    }
    long id = Long.parseLong(idText);
    switch (exchange.request().method().name()) {
      case "PUT" -> receive(exchange, fields -> change(exchange, id, fields));
      case "DELETE" -> show(exchange, () -> removed(id));
      default -> show(exchange, () -> TodoPages.article(found(id)));
    }
  }

  private void add(Exchange exchange, String fields) throws Problem {
    String description = description(Query.required(fields, "description"));
    Integer done = done(Query.single(fields, "done"));
    thread.execute(
        () -> {
          try {
            add.setString(1, description);
            add.setInt(2, done == null ? 0 : done);
            add.executeUpdate();
            String location = "/todos/" + lastId();
            String table = TodoPages.table(matching(""));
            exchange.later(
                () -> exchange.html(HttpResponseStatus.CREATED, table, "Location", location));
          } catch (SQLException failure) {
            exchange.later(
                () -> {
                  throw failure;
                });
          }
        });
  }

  private void change(Exchange exchange, long id, String fields) throws Problem {
    String text = Query.single(fields, "description");
    String description = text == null ? null : description(text);
    Integer done = done(Query.single(fields, "done"));
    show(
        exchange,
        () -> {
          change.setString(1, description);
          change.setObject(2, done);
          change.setLong(3, id);
          expectOne(change.executeUpdate(), id);
          return TodoPages.table(matching(""));
        });
  }

  private String removed(long id) throws SQLException, Problem {
    remove.setLong(1, id);
    expectOne(remove.executeUpdate(), id);
    return TodoPages.table(matching(""));
  }

  private Todo found(long id) throws SQLException, Problem {
    find.setLong(1, id);
    List<Todo> todos = todos(find);
    expectOne(todos.size(), id);
    return todos.get(0);
  }

  private List<Todo> matching(String text) throws SQLException {
    search.setString(1, text);
    return todos(search);
  }

  private static List<Todo> todos(PreparedStatement select) throws SQLException {
    List<Todo> todos = new ArrayList<>();
    try (ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        todos.add(new Todo(rows.getLong(1), rows.getString(2), rows.getBoolean(3)));
      }
    }
    return todos;
  }

  private long lastId() throws SQLException {
    try (Statement statement = database.createStatement();
        ResultSet row = statement.executeQuery("SELECT last_insert_rowid()")) {
      return row.getLong(1);
    }
  }

  private void create() throws SQLException {
    try (Statement statement = database.createStatement()) {
      statement.execute(
          "CREATE TABLE todos (id INTEGER PRIMARY KEY AUTOINCREMENT,"
              + " description TEXT NOT NULL, done INTEGER NOT NULL)");
      statement.execute(
          "INSERT INTO todos (description, done)"
              + " VALUES ('laundry', 1), ('lunch', 0), ('exercise', 0)");
    }
  }

  private void show(Exchange exchange, Work work) {
    thread.execute(
        () -> {
          try {
            String html = work.html();
            exchange.later(() -> exchange.html(HttpResponseStatus.OK, html));
          } catch (SQLException | Problem failure) {
            exchange.later(
                () -> {
                  throw failure;
                });
          }
        });
  }

  private static void receive(Exchange exchange, Form form) throws Problem {
    String type = exchange.request().headers().get(HttpHeaderNames.CONTENT_TYPE);
    if (type != null && !type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals(FORM)) {
      throw unsupported();
    }
    exchange.receive(
        FORM_BYTES_MAX,
        new Exchange.Body() {
          private final ByteBuf fields = Unpooled.buffer();

          @Override
          public void part(ByteBuf bytes) throws Problem {
            if (type == null) {
              throw unsupported();
            }
            fields.writeBytes(bytes);
          }

          @Override
          public void end() throws Problem {
            form.accept(fields.toString(StandardCharsets.ISO_8859_1));
          }

          @Override
          public void abandon() {
            // Nothing is held but memory of the heap.
          }
        });
  }

  private static Problem unsupported() {
    return new Problem(
        HttpResponseStatus.UNSUPPORTED_MEDIA_TYPE, "A todo comes as a form: " + FORM + ".");
  }

  private static String description(String text) throws Problem {
    if (text.codePoints().allMatch(Todos::isBlank)) {
      throw Problem.badRequest("The description must not be blank.");
    }
    if (text.codePointCount(0, text.length()) > DESCRIPTION_CODE_POINTS_MAX) {
      throw Problem.badRequest(
          "The description may have at most " + DESCRIPTION_CODE_POINTS_MAX + " code points.");
    }
    return text;
  }

  static boolean isBlank(int c) {
    return Character.isSpaceChar(c) || c >= '\t' && c <= '\r' || c == 0xfeff;
  }

  private static Integer done(String text) throws Problem {
    if (text == null) {
      return null;
    }
    return switch (text) {
      case "true" -> 1;
      case "false" -> 0;
      default -> throw Problem.badRequest("The field 'done' must be true or false.");
    };
  }

  private static void expectOne(int rows, long id) throws Problem {
    if (rows != 1) {
      throw Problem.notFound("There is no todo " + id + ".");
    }
  }

  /**
   * The driver unpacks its library to the temporary folder; once loaded, the file is not needed.
   */
  private static void removeUnpackedLibrary() {
    File[] unpacked =
        new File(System.getProperty("java.io.tmpdir"))
            .listFiles((folder, name) -> name.matches("sqlite-.*sqlitejdbc.*"));
    for (File file : unpacked == null ? new File[0] : unpacked) {
      if (!file.delete()) {
        file.deleteOnExit();
      }
    }
  }
}

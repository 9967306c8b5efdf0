// The records workload: rows of a table in MySQL or MariaDB.
package dev.loadline.yardstick;

import java.sql.SQLException;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;

final class Records {
  private final ServiceUrl url = ServiceUrl.of("MYSQL_URL", 3306);
  private final Calls calls = new Calls("MySQL");
  private final Deque<RecordsTable> idle = new ConcurrentLinkedDeque<>();

  /** What a request wants of the table. */
  private interface Wish {
    Exchange.Step of(RecordsTable table) throws SQLException;
  }

  void post(Exchange exchange) throws Problem {
    Json.receive(exchange, "name", name -> ask(exchange, table -> added(exchange, table, name)));
  }

  void get(Exchange exchange, String idText) throws Problem {
    if (!idText.matches("[0-9]{1,15}")) {
      throw Problem.badRequest("The id of a record is a number of at most 15 digits.");
    }
    long id = Long.parseLong(idText);
    ask(exchange, table -> found(exchange, table, id));
  }

  private static Exchange.Step added(Exchange exchange, RecordsTable table, String name)
      throws SQLException {
    long id = table.add(name);
    return () -> exchange.created("/records/" + id, json(id, name));
  }

  private static Exchange.Step found(Exchange exchange, RecordsTable table, long id)
      throws SQLException {
    String name = table.name(id);
    if (name == null) {
      return () -> {
        throw Problem.notFound("There is no record " + id + ".");
      };
    }
    return () -> exchange.json(json(id, name));
  }

  private static String json(long id, String name) {
    return "{\"id\":" + id + ",\"name\":" + Json.quoted(name) + "}";
  }

  private void ask(Exchange exchange, Wish wish) throws Problem {
    if (url == null) {
      throw calls.unavailable();
    }
    calls.make(exchange, () -> asked(wish));
  }

  private Exchange.Step asked(Wish wish) throws Problem {
    RecordsTable table = null;
    try {
      table = connected();
      Exchange.Step answer = wish.of(table);
      idle.addFirst(table);
      return answer;
    } catch (SQLException failure) {
      if (table != null) {
        table.close();
      }
      closeIdle();
      throw calls.unavailable();
    }
  }

  /** The connection that was used last; where it is dead, the others are as well. */
  private RecordsTable connected() throws SQLException {
    for (RecordsTable table; (table = idle.pollFirst()) != null; ) {
      if (table.isAlive()) {
        return table;
      }
      table.close();
      closeIdle();
    }
    return new RecordsTable(url);
  }

  private void closeIdle() {
    for (RecordsTable table; (table = idle.pollFirst()) != null; ) {
      table.close();
    }
  }
}

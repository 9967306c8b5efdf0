// The HTML of the todos, written by hand; everything that a user typed is escaped.
package dev.loadline.yardstick;

import dev.loadline.yardstick.Todos.Todo;
import java.util.List;

final class TodoPages {
  private static final String TARGET = " hx-target=\"#todos\" hx-swap=\"outerHTML\"";
  private static final String PAGE_START =
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Todos</title>
      <script src="/htmx.min.js" defer></script>
      </head>
      <body>
      <h1>Todos</h1>
      <form hx-post="/todos" hx-target="#todos" hx-swap="outerHTML">
      <label>What is to be done <input type="text" name="description" required maxlength="1000"></label>
      <button type="submit">Add</button>
      </form>
      <label>Search
      <input type="search" name="q" hx-get="/todos" hx-target="#todos" hx-swap="outerHTML"\
       hx-trigger="input changed delay:200ms, search">
      </label>
      """;
  private static final String TABLE_START =
      """
      <table id="todos">
      <thead>
      <tr><th scope="col">Done</th><th scope="col">Description</th><th scope="col">Remove</th></tr>
      </thead>
      <tbody>
      """;

  private TodoPages() {}

  static String page(List<Todo> todos) {
    return PAGE_START + table(todos) + "</body>\n</html>\n";
  }

  static String table(List<Todo> todos) {
    StringBuilder html = new StringBuilder(TABLE_START);
    todos.forEach(todo -> row(html, todo));
    return html.append("</tbody>\n</table>\n").toString();
  }

  static String article(Todo todo) {
    StringBuilder html = new StringBuilder("<article id=\"todo-").append(todo.id()).append("\">");
    escape(html.append("<h2>"), todo.description());
    return html.append("</h2><p>")
        .append(todo.done() ? "done" : "open")
        .append("</p></article>\n")
        .toString();
  }

  private static void row(StringBuilder html, Todo todo) {
    html.append("<tr id=\"todo-").append(todo.id()).append("\">\n<td>");
    html.append("<input type=\"checkbox\" aria-label=\"Done\" hx-put=\"/todos/").append(todo.id());
    html.append("\" hx-vals=\"{&quot;done&quot;:&quot;").append(!todo.done());
    html.append("&quot;}\"").append(TARGET).append(todo.done() ? " checked" : "");
    escape(html.append("></td>\n<td>"), todo.description());
    html.append("</td>\n<td><button type=\"button\" hx-delete=\"/todos/").append(todo.id());
    html.append('"').append(TARGET).append(">Delete</button></td>\n</tr>\n");
  }

  private static void escape(StringBuilder html, String text) {
    for (int i = 0; i < text.length(); i++) {
      switch (text.charAt(i)) {
        case '&' -> html.append("&amp;");
        case '<' -> html.append("&lt;");
        case '>' -> html.append("&gt;");
        case '"' -> html.append("&quot;");
        case '\'' -> html.append("&#39;");
        default -> html.append(text.charAt(i));
      }
    }
  }
}

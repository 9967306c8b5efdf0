// The todos and their pages.
package dev.loadline.broken.honest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** Honest todos, in memory; a fault overrides what it breaks. */
public class Todos {
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final int FORM_BYTES = 64 << 10;
  private static final int DESCRIPTION_CODE_POINTS = 1_000;

  private static final String HEAD =
      """
      <!doctype html><html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1"><title>Todos</title>
      <script src="/htmx.min.js" defer></script></head><body><h1>Todos</h1>
      <form hx-post="/todos" hx-target="#todos" hx-swap="outerHTML">
      <label>What is to be done
      <input type="text" name="description" required maxlength="1000"></label>
      <button type="submit">Add</button></form><label>Search
      <input type="search" name="q" hx-get="/todos" hx-target="#todos" hx-swap="outerHTML"
        hx-trigger="input changed delay:200ms, search"></label>
      """;

  private static final String ROW =
      """
      <tr id="todo-%1$d"><td><input type="checkbox" aria-label="Done" hx-put="/todos/%1$d"
        hx-vals="{&quot;done&quot;:&quot;%2$s&quot;}" hx-target="#todos" hx-swap="outerHTML"%3$s>
      </td><td>%4$s</td><td><button type="button" hx-delete="/todos/%1$d" hx-target="#todos"
        hx-swap="outerHTML">Delete</button></td></tr>
      """;

  private final TreeMap<Long, Todo> todos = new TreeMap<>();
  private long lastId;

  /** One todo. */
  private record Todo(long id, String description, boolean done) {}

  protected Todos() {
    put(new Todo(++lastId, "laundry", true));
    put(new Todo(++lastId, "lunch", false));
    put(new Todo(++lastId, "exercise", false));
  }

  synchronized Reply answer(Request request) throws IOException {
    return switch (request.path()) {
      case "/" -> HonestServer.only("GET, HEAD", request, () -> Reply.html(200, HEAD + table("")));
      case "/htmx.min.js" -> HonestServer.only("GET, HEAD", request, Todos::script);
      case "/todos" -> HonestServer.only("GET, HEAD, POST", request, () -> answerAll(request));
      default -> {
        String id = request.path().substring("/todos/".length());
        if (id.isEmpty() || id.contains("/")) {
          throw Refusal.notFound();
        }
        yield HonestServer.only(
            "DELETE, GET, HEAD, PUT", request, () -> answerOne(request, number(id)));
      }
    };
  }

  /** What a user typed, as it stands in HTML. */
  protected String escape(String typed) {
    return typed
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  private Reply answerAll(Request request) throws IOException {
    if (!request.method().equals("POST")) {
      String q = Query.optional(request.query(), "q");
      return Reply.html(200, table(q == null ? "" : q));
    }
    String form = form(request);
    String description = Query.single(form, "description");
    Boolean done = done(form);
    checkDescription(description);
    long id = ++lastId;
    put(new Todo(id, description, Boolean.TRUE.equals(done)));
    return Reply.html(201, table("")).with("Location", "/todos/" + id);
  }

  private Reply answerOne(Request request, long id) throws IOException {
    switch (request.method()) {
      case "PUT" -> change(find(id), form(request));
      case "DELETE" -> todos.remove(find(id).id());
      default -> {
        return Reply.html(200, single(find(id)));
      }
    }
    return Reply.html(200, table(""));
  }

  private void change(Todo before, String form) {
    String description = Query.optional(form, "description");
    Boolean done = done(form);
    if (description != null) {
      checkDescription(description);
    }
    put(
        new Todo(
            before.id(),
            description == null ? before.description() : description,
            done == null ? before.done() : done));
  }

  private void put(Todo todo) {
    todos.put(todo.id(), todo);
  }

  private Todo find(long id) {
    Todo todo = todos.get(id);
    if (todo == null) {
      throw Refusal.notFound();
    }
    return todo;
  }

  private String table(String q) {
    StringBuilder rows = new StringBuilder();
    for (Todo todo : matching(q)) {
      String other = String.valueOf(!todo.done());
      String checked = todo.done() ? " checked" : "";
      rows.append(ROW.formatted(todo.id(), other, checked, escape(todo.description())));
    }
    return "<table id=\"todos\"><thead><tr><th scope=\"col\">Done</th>"
        + "<th scope=\"col\">Description</th><th scope=\"col\">Remove</th></tr></thead><tbody>"
        + rows
        + "</tbody></table>";
  }

  private List<Todo> matching(String q) {
    String wanted = foldAscii(q);
    return todos.values().stream()
        .filter(todo -> foldAscii(todo.description()).contains(wanted))
        .toList();
  }

  private String single(Todo todo) {
    return "<article id=\"todo-%d\"><h2>%s</h2><p>%s</p></article>"
        .formatted(todo.id(), escape(todo.description()), todo.done() ? "done" : "open");
  }

  private static Reply script() {
    byte[] script = "var htmx = htmx || {};\n".getBytes(StandardCharsets.UTF_8);
    return Reply.of(200, "text/javascript; charset=utf-8", script);
  }

  private static String foldAscii(String text) {
    return text.codePoints()
        .map(c -> c >= 'A' && c <= 'Z' ? c + 32 : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static long number(String id) {
    if (!id.matches("[0-9]{1,15}")) {
      throw Refusal.badRequest("The id of a todo has 1 to 15 decimal digits.");
    }
    return Long.parseLong(id);
  }

  private static String form(Request request) throws IOException {
    String type = request.header("content-type").split(";", 2)[0].strip();
    if (!type.toLowerCase(Locale.ROOT).equals(FORM)) {
      throw Refusal.unsupported(FORM);
    }
    return request.form(FORM_BYTES);
  }

  private static Boolean done(String form) {
    String done = Query.optional(form, "done");
    if (done != null && !done.equals("true") && !done.equals("false")) {
      throw Refusal.badRequest("done must be true or false.");
    }
    return done == null ? null : Boolean.valueOf(done);
  }

  private static void checkDescription(String description) {
    boolean fits = description.codePointCount(0, description.length()) <= DESCRIPTION_CODE_POINTS;
    if (description.isBlank() || !fits) {
      throw Refusal.badRequest("The description must have 1 to 1,000 characters.");
    }
  }
}

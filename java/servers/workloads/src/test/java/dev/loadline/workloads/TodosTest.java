// Tests the todos and their pages.
package dev.loadline.workloads;

import static dev.loadline.workloads.QueryTest.statusOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TodosTest {
  private final Todos todos = Todos.open();
  private final TodoPages pages = new TodoPages();

  @AfterEach
  void close() {
    todos.close();
  }

  @Test
  void startWithThree() {
    assertThat(todos.all())
        .containsExactly(
            new Todo(1, "laundry", true),
            new Todo(2, "lunch", false),
            new Todo(3, "exercise", false));
  }

  @Test
  void addChangeAndRemove() {
    long id = todos.add(TodoChange.ofNew(form("description=100%25+_sure_")));
    todos.change(id, TodoChange.of(form("done=true")));
    assertThat(todos.find(id)).isEqualTo(new Todo(id, "100% _sure_", true));
    todos.change(id, TodoChange.of(form("")));
    todos.change(id, TodoChange.of(form("description=x")));
    assertThat(todos.find(id)).isEqualTo(new Todo(id, "x", true));
    todos.remove(id);
    assertThat(statusOf(() -> todos.find(id))).isEqualTo(404);
    assertThat(statusOf(() -> todos.remove(id))).isEqualTo(404);
    assertThat(statusOf(() -> todos.change(id, TodoChange.of(form(""))))).isEqualTo(404);
  }

  @Test
  void searchFoldsAsciiCaseAndTakesWildcardsLiterally() {
    assertThat(todos.search("q=LUN")).extracting(Todo::description).containsExactly("lunch");
    assertThat(todos.search("q=%25")).isEmpty();
    assertThat(todos.search("q=_")).isEmpty();
    assertThat(todos.search("q=")).hasSize(3);
    assertThat(todos.search(null)).hasSize(3);
    assertThat(statusOf(() -> todos.search("q=a&q=b"))).isEqualTo(400);
  }

  @ParameterizedTest(name = "a new todo of {0} is refused")
  @ValueSource(
      strings = {
        "",
        "description=",
        "description=+%09",
        "description=%C2%A0",
        "description=a&description=b",
        "description=%ff",
        "description=a&done=yes"
      })
  void refuseABadForm(String body) {
    assertThat(statusOf(() -> TodoChange.ofNew(form(body)))).isEqualTo(400);
  }

  @Test
  void countTheDescriptionInCodePoints() {
    String longest = "%F0%9F%98%80".repeat(Limits.DESCRIPTION_CODE_POINTS);
    TodoChange.ofNew(form("description=" + longest));
    assertThat(statusOf(() -> TodoChange.ofNew(form("description=a" + longest)))).isEqualTo(400);
  }

  @Test
  void refuseWhatIsNoForm() {
    assertThat(statusOf(() -> Form.of("application/json", new byte[2]))).isEqualTo(415);
    assertThat(statusOf(() -> Form.of(null, new byte[2]))).isEqualTo(415);
    byte[] large = new byte[Limits.FORM_BYTES + 1];
    assertThat(statusOf(() -> Form.of("application/x-www-form-urlencoded", large))).isEqualTo(413);
  }

  @ParameterizedTest(name = "the id {0} is refused")
  @ValueSource(strings = {"", "-1", "1.5", "abc", "1234567890123456", "٣"})
  void refuseABadId(String id) {
    assertThat(statusOf(() -> Todos.id(id))).isEqualTo(400);
  }

  @Test
  void escapeEverythingTyped() {
    String typed = "<script>alert('&\"')</script> $todo.id #set($x = 1) ${x}";
    Todo todo = new Todo(7, typed, false);
    for (byte[] html : List.of(pages.page(List.of(todo)), pages.table(List.of(todo)))) {
      assertThat(parse(html).select("td").get(1).wholeText()).isEqualTo(typed);
    }
    assertThat(parse(pages.single(todo)).select("article#todo-7 h2").text()).isEqualTo(typed);
  }

  @Test
  void markTheDoneOnes() {
    Document table = parse(pages.table(todos.all()));
    assertThat(table.select("input[checked]").eachAttr("hx-put")).containsExactly("/todos/1");
    assertThat(table.select("input").eachAttr("hx-vals"))
        .containsExactly("{\"done\":\"false\"}", "{\"done\":\"true\"}", "{\"done\":\"true\"}");
    assertThat(parse(pages.page(todos.all())).select("script").attr("src"))
        .isEqualTo("/htmx.min.js");
    assertThat(HtmxScript.bytes()).hasSizeGreaterThan(40_000);
  }

  private static Form form(String body) {
    return Form.of(
        "Application/X-WWW-Form-Urlencoded; charset=UTF-8",
        body.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static Document parse(byte[] html) {
    return Jsoup.parse(new String(html, StandardCharsets.UTF_8));
  }
}

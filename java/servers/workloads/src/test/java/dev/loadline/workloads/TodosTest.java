// Tests the todos and their pages.
package dev.loadline.workloads;

import static dev.loadline.workloads.ChecksTest.assertInvalid;
import static dev.loadline.workloads.ChecksTest.reasonOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

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
    long id = todos.add(TodoChange.of("100% _sure_", null));
    todos.change(id, TodoChange.of(null, "true"));
    assertThat(todos.find(id)).isEqualTo(new Todo(id, "100% _sure_", true));
    todos.change(id, TodoChange.of("x", null));
    assertThat(todos.find(id)).isEqualTo(new Todo(id, "x", true));
    todos.remove(id);
    assertThat(reasonOf(() -> todos.find(id))).isEqualTo(Refused.Reason.MISSING);
    assertThat(reasonOf(() -> todos.remove(id))).isEqualTo(Refused.Reason.MISSING);
    assertThat(reasonOf(() -> todos.change(id, TodoChange.of(null, null))))
        .isEqualTo(Refused.Reason.MISSING);
  }

  @Test
  void searchFoldsAsciiCaseAndTakesWildcardsLiterally() {
    assertThat(todos.search("LUN")).extracting(Todo::description).containsExactly("lunch");
    assertThat(todos.search("%")).isEmpty();
    assertThat(todos.search("_")).isEmpty();
    assertThat(todos.search("")).hasSize(3);
    assertThat(todos.search(null)).hasSize(3);
  }

  @Test
  void refuseABadForm() {
    assertInvalid(() -> todos.add(TodoChange.of(null, "true")));
    assertInvalid(() -> TodoChange.of(" ", null));
    assertInvalid(() -> TodoChange.of("a", "yes"));
    TodoChange.of("😀".repeat(Limits.DESCRIPTION_CODE_POINTS), null);
    assertInvalid(() -> TodoChange.of("a".repeat(Limits.DESCRIPTION_CODE_POINTS + 1), null));
  }

  @Test
  void escapeEverythingTyped() {
    String typed = "<script>alert('&\"')</script> $todo.id #set($x = 1) ${x}";
    Todo todo = new Todo(7, typed, false);
    for (String html : List.of(pages.page(List.of(todo)), pages.table(List.of(todo)))) {
      assertThat(Jsoup.parse(html).select("td").get(1).wholeText()).isEqualTo(typed);
    }
    assertThat(Jsoup.parse(pages.single(todo)).select("article#todo-7 h2").text()).isEqualTo(typed);
  }

  @Test
  void markTheDoneOnes() {
    Document table = Jsoup.parse(pages.table(todos.all()));
    assertThat(table.select("input[checked]").eachAttr("hx-put")).containsExactly("/todos/1");
    assertThat(table.select("input").eachAttr("hx-vals"))
        .containsExactly("{\"done\":\"false\"}", "{\"done\":\"true\"}", "{\"done\":\"true\"}");
    assertThat(Jsoup.parse(pages.page(todos.all())).select("script").attr("src"))
        .isEqualTo("/htmx.min.js");
    assertThat(HtmxScript.bytes()).hasSizeGreaterThan(40_000);
  }
}

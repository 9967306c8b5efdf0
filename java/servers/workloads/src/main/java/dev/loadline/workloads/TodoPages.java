// Turns todos into HTML with Velocity.
package dev.loadline.workloads;

import java.io.StringWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.velocity.Template;
import org.apache.velocity.VelocityContext;
import org.apache.velocity.app.VelocityEngine;

/** The page, the table and the single todo. All methods may be called from any thread. */
public final class TodoPages {
  private static final String FOLDER = "dev/loadline/workloads/";

  private final Template page;
  private final Template table;
  private final Template single;

  public TodoPages() {
    VelocityEngine engine = new VelocityEngine(settings());
    page = engine.getTemplate(FOLDER + "todos-page.vm");
    table = engine.getTemplate(FOLDER + "todos-table.vm");
    single = engine.getTemplate(FOLDER + "todo.vm");
  }

  private static Properties settings() {
    Properties settings = new Properties();
    settings.setProperty("resource.loaders", "class");
    settings.setProperty(
        "resource.loader.class.class",
        "org.apache.velocity.runtime.resource.loader.ClasspathResourceLoader");
    settings.setProperty("resource.loader.class.cache", "true");
    settings.setProperty("resource.default_encoding", "UTF-8");
    settings.setProperty("velocimacro.library.path", "");
    settings.setProperty("runtime.strict_mode.enable", "true");
    settings.setProperty("event_handler.reference_insertion.class", EscapeHtml.class.getName());
    return settings;
  }

  /** The whole page. */
  public String page(List<Todo> todos) {
    return render(page, Map.of("todos", todos));
  }

  /** The table alone. */
  public String table(List<Todo> todos) {
    return render(table, Map.of("todos", todos));
  }

  /** One todo. */
  public String single(Todo todo) {
    return render(single, Map.of("todo", todo));
  }

  private static String render(Template template, Map<String, Object> values) {
    StringWriter html = new StringWriter(2048);
    template.merge(new VelocityContext(new HashMap<>(values)), html);
    return html.toString();
  }
}

// Shows the page of the todos.
package dev.loadline.grizzly

import dev.loadline.workloads.TodoPages
import dev.loadline.workloads.Todos
import groovy.transform.CompileStatic
import org.glassfish.grizzly.http.server.Request
import org.glassfish.grizzly.http.server.Response

@CompileStatic
final class TodosPageHandler extends WorkHandler {
  private final Todos todos
  private final TodoPages pages

  TodosPageHandler(Todos todos, TodoPages pages) {
    super('GET')
    this.todos = todos
    this.pages = pages
  }

  @Override
  protected void answer(Request request, Response response) {
    sendHtml(response, pages.page(todos.all()))
  }
}

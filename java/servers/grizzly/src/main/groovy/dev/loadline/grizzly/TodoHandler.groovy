// Shows, changes and removes one todo.
package dev.loadline.grizzly

import dev.loadline.workloads.Checks
import dev.loadline.workloads.TodoPages
import dev.loadline.workloads.Todos
import groovy.transform.CompileStatic
import org.glassfish.grizzly.http.Method
import org.glassfish.grizzly.http.server.Request
import org.glassfish.grizzly.http.server.Response

@CompileStatic
final class TodoHandler extends WorkHandler {
  private final Todos todos
  private final TodoPages pages

  TodoHandler(Todos todos, TodoPages pages) {
    super('GET', 'PUT', 'DELETE')
    bodyType = TodoForm.TYPE
    this.todos = todos
    this.pages = pages
  }

  @Override
  protected void answer(Request request, Response response) {
    long id = Checks.rowId(inPath(request))
    if (request.method == Method.PUT) {
      todos.change(id, TodoForm.change(body(request)))
      sendHtml(response, pages.table(todos.all()))
    } else if (request.method == Method.DELETE) {
      todos.remove(id)
      sendHtml(response, pages.table(todos.all()))
    } else {
      sendHtml(response, pages.single(todos.find(id)))
    }
  }
}

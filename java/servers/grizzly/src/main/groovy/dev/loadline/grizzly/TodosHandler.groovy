// Finds todos and adds them.
package dev.loadline.grizzly

import dev.loadline.workloads.TodoPages
import dev.loadline.workloads.Todos
import groovy.transform.CompileStatic
import org.glassfish.grizzly.http.Method
import org.glassfish.grizzly.http.server.Request
import org.glassfish.grizzly.http.server.Response

@CompileStatic
final class TodosHandler extends WorkHandler {
  private final Todos todos
  private final TodoPages pages

  TodosHandler(Todos todos, TodoPages pages) {
    super('GET', 'POST')
    bodyType = TodoForm.TYPE
    this.todos = todos
    this.pages = pages
  }

  @Override
  protected void answer(Request request, Response response) {
    if (request.method == Method.POST) {
      long id = todos.add(TodoForm.change(body(request)))
      response.status = 201
      response.setHeader('Location', "/todos/$id")
      sendHtml(response, pages.table(todos.all()))
    } else {
      sendHtml(response, pages.table(todos.search(parameter(request, 'q'))))
    }
  }
}

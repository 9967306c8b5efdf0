// Finds, adds, changes and removes todos.
package dev.loadline.grizzly

import dev.loadline.workloads.Checks
import dev.loadline.workloads.FormEncoding
import dev.loadline.workloads.TodoChange
import dev.loadline.workloads.TodoPages
import dev.loadline.workloads.Todos
import groovy.transform.CompileStatic
import java.nio.charset.StandardCharsets
import org.glassfish.grizzly.http.Method
import org.glassfish.grizzly.http.server.Request
import org.glassfish.grizzly.http.server.Response
import org.glassfish.grizzly.http.util.Parameters
import org.glassfish.grizzly.memory.Buffers
import org.glassfish.grizzly.memory.MemoryManager

@CompileStatic
final class TodosHandler extends WorkHandler {
  private final Todos todos
  private final TodoPages pages

  TodosHandler(Todos todos, TodoPages pages) {
    methods = ['GET', 'HEAD', 'POST']
    methodsBelow = ['GET', 'HEAD', 'PUT', 'DELETE']
    bodyType = FORM
    isWaiting = true
    this.todos = todos
    this.pages = pages
  }

  @Override
  protected void answer(Request request, Response response) {
    send(response, HTML, request.pathInfo == null ? all(request, response) : one(request))
  }

  private String all(Request request, Response response) {
    if (request.method == Method.POST) {
      setCreated(response, "/todos/${todos.add(form(request))}")
      return pages.table(todos.all())
    }
    return pages.table(todos.search(parameter(request, 'q')))
  }

  private String one(Request request) {
    long id = Checks.rowId(segment(request))
    if (request.method == Method.PUT) {
      todos.change(id, form(request))
    } else if (request.method == Method.DELETE) {
      todos.remove(id)
    } else {
      return pages.single(todos.find(id))
    }
    return pages.table(todos.all())
  }

  /** Of a PUT Grizzly itself reads no form. */
  private static TodoChange form(Request request) {
    byte[] body = body(request)
    FormEncoding.check(new String(body, StandardCharsets.ISO_8859_1))
    Parameters form = new Parameters()
    form.processParameters(
        Buffers.wrap(MemoryManager.DEFAULT_MEMORY_MANAGER, body), 0, body.length,
        StandardCharsets.UTF_8)
    return TodoChange.of(form.getParameter('description'), form.getParameter('done'))
  }
}

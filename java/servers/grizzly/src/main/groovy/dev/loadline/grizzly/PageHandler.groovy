// Shows the page of the todos. Grizzly gives the root's handler what no other handler answers, too.
package dev.loadline.grizzly

import dev.loadline.workloads.TodoPages
import dev.loadline.workloads.Todos
import groovy.transform.CompileStatic
import org.glassfish.grizzly.http.server.Request
import org.glassfish.grizzly.http.server.Response

@CompileStatic
final class PageHandler extends WorkHandler {
  private final Todos todos
  private final TodoPages pages

  PageHandler(Todos todos, TodoPages pages) {
    this.todos = todos
    this.pages = pages
  }

  @Override
  protected List<String> methodsOf(Request request) {
    return request.requestURI == '/' ? methods : []
  }

  @Override
  protected void answer(Request request, Response response) {
    send(response, HTML, pages.page(todos.all()))
  }
}

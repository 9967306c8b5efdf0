// Shows and changes the todos; the database is in memory, so a statement is no wait.
package dev.loadline.grizzly

import dev.loadline.workloads.Form
import dev.loadline.workloads.Limits
import dev.loadline.workloads.TodoChange
import dev.loadline.workloads.TodoPages
import dev.loadline.workloads.Todos
import groovy.transform.CompileStatic
import java.nio.ByteBuffer
import java.util.function.Consumer
import org.glassfish.grizzly.http.server.Request
import org.glassfish.grizzly.http.server.Response

@CompileStatic
final class TodosHandler {
  private final Todos todos = Todos.open()
  private final TodoPages pages = new TodoPages()

  void page(Response response) {
    Answers.bytes(response, Answers.HTML, pages.page(todos.all()))
  }

  void collection(Request request, Response response) {
    if (request.method.methodString == 'POST') {
      new FormReader(request, response, form -> add(form, response)).begin()
    } else {
      Answers.bytes(response, Answers.HTML, pages.table(todos.search(request.queryString)))
    }
  }

  void item(String idText, Request request, Response response) {
    long id = Todos.id(idText)
    switch (request.method.methodString) {
      case 'PUT':
        new FormReader(request, response, form -> change(id, form, response)).begin()
        break
      case 'DELETE':
        todos.remove(id)
        table(response)
        break
      default:
        Answers.bytes(response, Answers.HTML, pages.single(todos.find(id)))
    }
  }

  private void add(Form form, Response response) {
    long id = todos.add(TodoChange.ofNew(form))
    response.status = 201
    response.setHeader('Location', "/todos/$id")
    table(response)
  }

  private void change(long id, Form form, Response response) {
    todos.change(id, TodoChange.of(form))
    table(response)
  }

  private void table(Response response) {
    Answers.bytes(response, Answers.HTML, pages.table(todos.all()))
  }

  /** Collects a form, and no more than shows that it is too long. */
  private static final class FormReader extends BodyReader {
    private final ByteArrayOutputStream fields = new ByteArrayOutputStream()
    private final String contentType
    private final Consumer<Form> work

    FormReader(Request request, Response response, Consumer<Form> work) {
      super(request, response)
      this.contentType = request.contentType
      this.work = work
    }

    @Override
    protected void part(ByteBuffer part) {
      byte[] bytes = new byte[Math.min(part.remaining(), Limits.FORM_BYTES + 1)]
      part.get(bytes)
      fields.write(bytes)
      if (fields.size() > Limits.FORM_BYTES) {
        Form.of(contentType, fields.toByteArray())
      }
    }

    @Override
    protected boolean end() {
      work.accept(Form.of(contentType, fields.toByteArray()))
      return true
    }

    @Override
    protected void release() {
      fields.reset()
    }
  }
}

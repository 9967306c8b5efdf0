// Shows and changes the todos.
package dev.loadline.javalin

import dev.loadline.workloads.Todo
import dev.loadline.workloads.TodoChange
import dev.loadline.workloads.TodoPages
import dev.loadline.workloads.Todos
import io.javalin.http.Context
import io.javalin.http.Header
import io.javalin.http.HttpStatus
import io.javalin.http.pathParamAsClass
import io.javalin.rendering.FileRenderer

internal class TodoHandlers {
  private val todos = Todos.open()

  fun page(context: Context) = context.show("todos-page.vm", todos.all())

  fun table(context: Context) =
    context.show("todos-table.vm", todos.search(context.queryParam("q")))

  fun single(context: Context) = context.show("todo.vm", listOf(todos.find(context.id())))

  fun add(context: Context) {
    val id = todos.add(context.change())
    context.status(HttpStatus.CREATED).header(Header.LOCATION, "/todos/$id")
    context.show("todos-table.vm", todos.all())
  }

  fun change(context: Context) {
    todos.change(context.id(), context.change())
    context.show("todos-table.vm", todos.all())
  }

  fun remove(context: Context) {
    todos.remove(context.id())
    context.show("todos-table.vm", todos.all())
  }

  private fun Context.id() = pathParamAsClass<Long>("id").get()

  private fun Context.change(): TodoChange {
    checkForm()
    return TodoChange.of(formParam("description"), formParam("done"))
  }

  private fun Context.show(
    page: String,
    todos: List<Todo>,
  ) {
    render(page, mapOf("todos" to todos)).contentType("text/html; charset=utf-8")
  }
}

/** Hands Javalin's templates to Velocity. */
internal class TodoRenderer : FileRenderer {
  private val pages = TodoPages()

  override fun render(
    filePath: String,
    model: Map<String, Any?>,
    context: Context,
  ): String {
    val todos = (model["todos"] as List<*>).filterIsInstance<Todo>()
    return when (filePath) {
      "todos-page.vm" -> pages.page(todos)
      "todos-table.vm" -> pages.table(todos)
      else -> pages.single(todos.single())
    }
  }
}

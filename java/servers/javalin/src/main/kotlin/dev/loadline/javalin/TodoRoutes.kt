// Shows and changes the todos.
package dev.loadline.javalin

import dev.loadline.workloads.Fixed
import dev.loadline.workloads.Form
import dev.loadline.workloads.Limits
import dev.loadline.workloads.Todo
import dev.loadline.workloads.TodoChange
import dev.loadline.workloads.TodoPages
import dev.loadline.workloads.Todos
import io.javalin.http.Context
import io.javalin.http.HttpStatus
import io.javalin.rendering.FileRenderer

internal class TodoRoutes {
  private val todos = Todos.open()

  fun page(context: Context) = context.show("todos-page.vm", todos.all())

  fun table(context: Context) = context.show("todos-table.vm", todos.search(context.queryString()))

  fun single(context: Context) = context.show("todo.vm", listOf(todos.find(context.id())))

  fun add(context: Context) {
    val id = todos.add(TodoChange.ofNew(context.form()))
    context.status(HttpStatus.CREATED).header("Location", "/todos/$id")
    context.show("todos-table.vm", todos.all())
  }

  fun change(context: Context) {
    val id = context.id()
    todos.change(id, TodoChange.of(context.form()))
    context.show("todos-table.vm", todos.all())
  }

  fun remove(context: Context) {
    todos.remove(context.id())
    context.show("todos-table.vm", todos.all())
  }

  private fun Context.id() = Todos.id(pathParam("id"))

  private fun Context.form() =
    Form.of(
      contentType(),
      bodyInputStream().readNBytes(Limits.FORM_BYTES + 1),
    )

  private fun Context.show(
    page: String,
    todos: List<Todo>,
  ) {
    render(page, mapOf("todos" to todos)).contentType(Fixed.HTML)
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
    return String(
      when (filePath) {
        "todos-page.vm" -> pages.page(todos)
        "todos-table.vm" -> pages.table(todos)
        else -> pages.single(todos.single())
      },
    )
  }
}

// Shows and changes the todos.
package dev.loadline.javalin

import dev.loadline.workloads.TodoChange
import dev.loadline.workloads.TodoPages
import dev.loadline.workloads.Todos
import io.javalin.http.Context
import io.javalin.http.Header
import io.javalin.http.HttpStatus
import io.javalin.http.pathParamAsClass

internal class TodoHandlers {
  private val todos = Todos.open()
  private val pages = TodoPages()

  fun page(context: Context) = context.show(pages.page(todos.all()))

  fun table(context: Context) = context.show(pages.table(todos.search(context.queryParam("q"))))

  fun single(context: Context) = context.show(pages.single(todos.find(context.id())))

  fun add(context: Context) {
    val id = todos.add(context.change())
    context.status(HttpStatus.CREATED).header(Header.LOCATION, "/todos/$id")
    context.show(pages.table(todos.all()))
  }

  fun change(context: Context) {
    todos.change(context.id(), context.change())
    context.show(pages.table(todos.all()))
  }

  fun remove(context: Context) {
    todos.remove(context.id())
    context.show(pages.table(todos.all()))
  }

  private fun Context.id() = pathParamAsClass<Long>("id").get()

  private fun Context.change(): TodoChange {
    checkForm()
    return TodoChange.of(formParam("description"), formParam("done"))
  }

  private fun Context.show(page: String) {
    html(page).contentType("text/html; charset=utf-8")
  }
}

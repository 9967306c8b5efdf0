// Adds messages to MongoDB and finds them.
package dev.loadline.javalin

import dev.loadline.workloads.Messages
import io.javalin.http.Context
import io.javalin.http.Header
import io.javalin.http.HttpStatus

@JvmRecord
private data class NewMessage(
  val content: String,
)

internal class MessageHandlers(
  private val messages: Messages,
) {
  fun add(context: Context) {
    val added = messages.add(context.jsonBody<NewMessage>().content)
    context
      .status(
        HttpStatus.CREATED,
      ).header(Header.LOCATION, "/messages/${added.id()}")
      .json(added)
  }

  fun single(context: Context) {
    context.json(messages.find(context.pathParam("id")))
  }
}

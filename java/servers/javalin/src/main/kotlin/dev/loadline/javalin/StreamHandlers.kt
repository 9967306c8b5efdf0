// Streams items as fast as the consumer takes them: the write blocks while it does not.
package dev.loadline.javalin

import dev.loadline.workloads.ItemStream
import dev.loadline.workloads.ItemStreams
import dev.loadline.workloads.StreamRequest
import io.javalin.http.Context
import io.javalin.http.queryParamAsClass
import java.io.OutputStream

private const val NDJSON = "application/x-ndjson"

internal class StreamHandlers {
  private val streams = ItemStreams()

  fun flow(context: Context) {
    val stream = streams.open(context.request())
    try {
      stream.writeTo(context.contentType(NDJSON).outputStream())
      stream.completed()
    } finally {
      stream.cancelled()
    }
  }

  /** HEAD makes no stream. */
  fun headers(context: Context) {
    context.request()
    context.contentType(NDJSON)
  }

  fun signals(context: Context) {
    context.json(streams.signals(context.pathParam("id")))
  }

  private fun Context.request() =
    StreamRequest(
      queryParam("id"),
      queryParamAsClass<Int>("items").get(),
      queryParamAsClass<Int>("size").get(),
    )

  private fun ItemStream.writeTo(output: OutputStream) {
    val batch = batch()
    generateSequence { fill(batch).takeIf { it > 0 } }.forEach { length ->
      waiting()
      output.write(batch, 0, length)
      resumed()
    }
    output.flush()
  }
}

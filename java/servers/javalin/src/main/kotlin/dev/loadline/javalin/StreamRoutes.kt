// Streams items as fast as the consumer takes them: the write blocks while it does not.
package dev.loadline.javalin

import dev.loadline.workloads.Fixed
import dev.loadline.workloads.ItemStream
import dev.loadline.workloads.ItemStreams
import dev.loadline.workloads.StreamRequest
import io.javalin.http.Context
import java.io.OutputStream

internal class StreamRoutes {
  private val streams = ItemStreams()

  fun flow(context: Context) {
    val stream = streams.open(StreamRequest.of(context.queryString()))
    try {
      context.contentType(Fixed.NDJSON)
      stream.writeTo(context.res().outputStream)
      stream.completed()
    } finally {
      stream.cancelled()
    }
  }

  /** HEAD makes no stream. */
  fun headers(context: Context) {
    StreamRequest.of(context.queryString())
    context.contentType(Fixed.NDJSON)
  }

  fun signals(context: Context) {
    context.result(streams.signals(context.pathParam("id")).json()).contentType(Fixed.JSON)
  }

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

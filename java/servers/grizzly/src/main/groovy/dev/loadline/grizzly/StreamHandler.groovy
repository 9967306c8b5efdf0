// Streams items as fast as the consumer takes them, and tells how that goes.
package dev.loadline.grizzly

import dev.loadline.workloads.ItemStream
import dev.loadline.workloads.ItemStreams
import dev.loadline.workloads.StreamRequest
import groovy.transform.CompileStatic
import org.glassfish.grizzly.http.Method
import org.glassfish.grizzly.http.server.Request
import org.glassfish.grizzly.http.server.Response

@CompileStatic
final class StreamHandler extends WorkHandler {
  private final ItemStreams streams

  StreamHandler(ItemStreams streams) {
    methodsBelow = ['GET', 'HEAD']
    isWaiting = true
    this.streams = streams
  }

  @Override
  protected void answer(Request request, Response response) {
    if (request.pathInfo != null) {
      sendJson(response, streams.signals(segment(request, '/signals')))
      return
    }
    StreamRequest asked =
        StreamRequest.of(
            parameter(request, 'id'), parameter(request, 'items'), parameter(request, 'size'))
    response.contentType = 'application/x-ndjson'
    if (request.method == Method.GET) {
      write(streams.open(asked), response.outputStream)
    }
  }

  /** A write waits while the consumer takes nothing. */
  private static void write(ItemStream stream, OutputStream output) {
    byte[] batch = stream.batch()
    try {
      for (int length = stream.fill(batch); length > 0; length = stream.fill(batch)) {
        stream.waiting()
        output.write(batch, 0, length)
        output.flush()
        stream.resumed()
      }
      stream.completed()
    } finally {
      stream.cancelled()
    }
  }
}

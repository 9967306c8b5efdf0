// Streams items as fast as the consumer takes them: a write waits while it does not.
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
    super('GET')
    this.streams = streams
  }

  @Override
  protected void answer(Request request, Response response) {
    StreamRequest asked =
        StreamRequest.of(
            parameter(request, 'id'), parameter(request, 'items'), parameter(request, 'size'))
    response.contentType = 'application/x-ndjson'
    if (request.method != Method.HEAD) {
      write(streams.open(asked), response.outputStream)
    }
  }

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

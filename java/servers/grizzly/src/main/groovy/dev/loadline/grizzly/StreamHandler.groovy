// Streams items whenever the connection's queue of writes has room.
package dev.loadline.grizzly

import dev.loadline.workloads.ItemStream
import dev.loadline.workloads.ItemStreams
import dev.loadline.workloads.StreamRequest
import groovy.transform.CompileStatic
import org.glassfish.grizzly.WriteHandler
import org.glassfish.grizzly.http.io.NIOOutputStream
import org.glassfish.grizzly.http.server.Request
import org.glassfish.grizzly.http.server.Response

@CompileStatic
final class StreamHandler {
  private final ItemStreams streams = new ItemStreams()

  void service(Request request, Response response) {
    StreamRequest asked = StreamRequest.of(request.queryString)
    response.setContentType(Answers.NDJSON)
    if (request.method.methodString == 'HEAD') {
      return
    }
    ItemStream stream = streams.open(asked)
    response.suspend()
    Producer producer = new Producer(stream, response)
    producer.askForRoom()
  }

  void signals(String id, Response response) {
    Answers.json(response, streams.signals(id).json())
  }

  private static final class Producer implements WriteHandler {
    private final ItemStream stream
    private final Response response
    private final NIOOutputStream output
    private final byte[] batch

    Producer(ItemStream stream, Response response) {
      this.stream = stream
      this.response = response
      this.output = response.getNIOOutputStream()
      this.batch = stream.batch()
    }

    void askForRoom() {
      stream.waiting()
      output.notifyCanWrite(this)
    }

    @Override
    void onWritePossible() {
      stream.resumed()
      while (output.canWrite()) {
        int length = stream.fill(batch)
        if (length == 0) {
          stream.completed()
          response.resume()
          return
        }
        output.write(batch, 0, length)
        output.flush()
      }
      askForRoom()
    }

    @Override
    void onError(Throwable gone) {
      stream.cancelled()
      if (response.suspended) {
        response.resume()
      }
    }
  }
}

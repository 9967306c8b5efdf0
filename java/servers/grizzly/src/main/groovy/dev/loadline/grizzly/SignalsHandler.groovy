// Tells how a stream is doing.
package dev.loadline.grizzly

import dev.loadline.workloads.ItemStreams
import groovy.transform.CompileStatic
import java.util.regex.Pattern
import org.glassfish.grizzly.http.server.Request
import org.glassfish.grizzly.http.server.Response

@CompileStatic
final class SignalsHandler extends WorkHandler {
  private static final Pattern PATH = ~'/([^/]+)/signals'
  private final ItemStreams streams

  SignalsHandler(ItemStreams streams) {
    super('GET')
    this.streams = streams
  }

  @Override
  protected void answer(Request request, Response response) {
    sendJson(response, streams.signals(inPath(request, PATH)))
  }
}

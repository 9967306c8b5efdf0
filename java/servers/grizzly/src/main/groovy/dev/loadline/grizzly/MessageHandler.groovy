// Shows a message of MongoDB.
package dev.loadline.grizzly

import dev.loadline.workloads.Messages
import groovy.transform.CompileStatic
import org.glassfish.grizzly.http.server.Request
import org.glassfish.grizzly.http.server.Response

@CompileStatic
final class MessageHandler extends WorkHandler {
  private final Messages messages

  MessageHandler(Messages messages) {
    super('GET')
    this.messages = messages
  }

  @Override
  protected void answer(Request request, Response response) {
    sendJson(response, messages.find(inPath(request)))
  }
}

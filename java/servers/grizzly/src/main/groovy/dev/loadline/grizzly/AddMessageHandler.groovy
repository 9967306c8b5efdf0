// Adds messages to MongoDB.
package dev.loadline.grizzly

import dev.loadline.workloads.Message
import dev.loadline.workloads.Messages
import groovy.transform.CompileStatic
import org.glassfish.grizzly.http.server.Request
import org.glassfish.grizzly.http.server.Response

@CompileStatic
final class AddMessageHandler extends WorkHandler {
  private final Messages messages

  AddMessageHandler(Messages messages) {
    super('POST')
    bodyType = 'application/json'
    this.messages = messages
  }

  @Override
  protected void answer(Request request, Response response) {
    Message added = messages.add(jsonText(request, 'content'))
    sendCreated(response, "/messages/${added.id()}", added)
  }
}

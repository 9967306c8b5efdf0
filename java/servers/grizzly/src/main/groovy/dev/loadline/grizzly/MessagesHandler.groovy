// Keeps messages in MongoDB.
package dev.loadline.grizzly

import dev.loadline.workloads.Message
import dev.loadline.workloads.Messages
import groovy.transform.CompileStatic
import org.glassfish.grizzly.http.Method
import org.glassfish.grizzly.http.server.Request
import org.glassfish.grizzly.http.server.Response

@CompileStatic
final class MessagesHandler extends WorkHandler {
  private final Messages messages

  MessagesHandler(Messages messages) {
    methods = ['POST']
    methodsBelow = ['GET', 'HEAD']
    bodyType = JSON
    isWaiting = true
    this.messages = messages
  }

  @Override
  protected void answer(Request request, Response response) {
    if (request.method == Method.POST) {
      Message added = messages.add(jsonText(request, 'content'))
      setCreated(response, "/messages/${added.id()}")
      sendJson(response, added)
    } else {
      sendJson(response, messages.find(segment(request)))
    }
  }
}

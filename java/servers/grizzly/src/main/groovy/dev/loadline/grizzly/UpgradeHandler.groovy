// Asks what is no WebSocket to become one.
package dev.loadline.grizzly

import groovy.transform.CompileStatic
import org.glassfish.grizzly.http.server.Request
import org.glassfish.grizzly.http.server.Response

@CompileStatic
final class UpgradeHandler extends WorkHandler {
  @Override
  protected void answer(Request request, Response response) {
    response.setHeader('Upgrade', 'websocket')
    // Grizzly sends no length with an upgrade, so the connection's end is the body's.
    response.setHeader('Connection', 'close')
    response.sendError(426, 'This path speaks WebSocket.')
  }
}

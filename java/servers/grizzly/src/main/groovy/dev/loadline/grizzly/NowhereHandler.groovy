// Answers 404 for the paths that no other handler has; Grizzly gives those to the root's handler.
package dev.loadline.grizzly

import groovy.transform.CompileStatic
import org.glassfish.grizzly.http.server.HttpHandler
import org.glassfish.grizzly.http.server.Request
import org.glassfish.grizzly.http.server.Response

@CompileStatic
final class NowhereHandler extends HttpHandler {
  private final HttpHandler root

  NowhereHandler(HttpHandler root) {
    this.root = root
    allowCustomStatusMessage = false
  }

  @Override
  void service(Request request, Response response) {
    if (request.requestURI == '/') {
      root.service(request, response)
    } else {
      response.sendError(404, 'There is nothing under this path.')
    }
  }
}

// Answers what never changes: the greeting, the health, the page's script.
package dev.loadline.grizzly

import groovy.transform.CompileStatic
import org.glassfish.grizzly.http.server.Request
import org.glassfish.grizzly.http.server.Response

@CompileStatic
final class FixedHandler extends WorkHandler {
  private final String type
  private final byte[] bytes

  FixedHandler(String type, byte[] bytes) {
    this.type = type
    this.bytes = bytes
  }

  @Override
  protected void answer(Request request, Response response) {
    send(response, type, bytes)
  }
}

// Hashes a text.
package dev.loadline.grizzly

import dev.loadline.workloads.Hash
import dev.loadline.workloads.Refused
import groovy.transform.CompileStatic
import org.glassfish.grizzly.http.server.Request
import org.glassfish.grizzly.http.server.Response

@CompileStatic
final class HashHandler extends WorkHandler {
  @Override
  protected void answer(Request request, Response response) {
    String input = parameter(request, 'input')
    if (input == null) {
      throw new Refused(Refused.Reason.INVALID, 'input is missing.')
    }
    send(response, TEXT, Hash.of(input))
  }
}

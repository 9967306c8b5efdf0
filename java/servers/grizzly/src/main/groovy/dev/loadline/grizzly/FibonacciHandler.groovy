// Computes Fibonacci numbers.
package dev.loadline.grizzly

import dev.loadline.workloads.Fibonacci
import groovy.transform.CompileStatic
import org.glassfish.grizzly.http.server.Request
import org.glassfish.grizzly.http.server.Response

@CompileStatic
final class FibonacciHandler extends WorkHandler {
  FibonacciHandler() {
    super('GET')
  }

  @Override
  protected void answer(Request request, Response response) {
    sendText(response, Integer.toString(Fibonacci.of(Fibonacci.argument(parameter(request, 'n')))))
  }
}

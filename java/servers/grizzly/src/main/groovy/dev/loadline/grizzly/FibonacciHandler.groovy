// Computes Fibonacci numbers away from the selector's thread.
package dev.loadline.grizzly

import dev.loadline.workloads.Computations
import dev.loadline.workloads.Fibonacci
import groovy.transform.CompileStatic
import java.util.concurrent.Executor
import org.glassfish.grizzly.http.server.Request
import org.glassfish.grizzly.http.server.Response

@CompileStatic
final class FibonacciHandler {
  private final Executor computations = Computations.executor()

  void service(Request request, Response response) {
    int n = Fibonacci.argument(request.queryString)
    response.suspend()
    try {
      computations.execute(() -> {
        Answers.text(response, Integer.toString(Fibonacci.of(n)))
        response.resume()
      })
    } catch (Exception refused) {
      Answers.failure(response, refused)
      response.resume()
    }
  }
}

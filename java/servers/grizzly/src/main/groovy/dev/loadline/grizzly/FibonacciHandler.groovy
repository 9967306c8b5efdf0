// Computes Fibonacci numbers away from the selector's thread.
package dev.loadline.grizzly

import dev.loadline.workloads.Computations
import dev.loadline.workloads.Fibonacci
import groovy.transform.CompileStatic
import java.util.concurrent.ThreadPoolExecutor
import org.glassfish.grizzly.Closeable
import org.glassfish.grizzly.CloseType
import org.glassfish.grizzly.Connection
import org.glassfish.grizzly.GenericCloseListener
import org.glassfish.grizzly.http.server.Request
import org.glassfish.grizzly.http.server.Response

@CompileStatic
final class FibonacciHandler {
  private final ThreadPoolExecutor computations = Computations.executor()

  void service(Request request, Response response) {
    Computation computation =
        new Computation(Fibonacci.argument(request.queryString), response, computations)
    response.suspend()
    try {
      computation.begin(request.context.connection)
    } catch (Exception refused) {
      Answers.failure(response, refused)
      response.resume()
    }
  }

  /** One number for one client; it leaves the queue when the client goes. */
  private static final class Computation implements Runnable, GenericCloseListener {
    private final int n
    private final Response response
    private final ThreadPoolExecutor computations
    private Connection connection

    Computation(int n, Response response, ThreadPoolExecutor computations) {
      this.n = n
      this.response = response
      this.computations = computations
    }

    void begin(Connection connection) {
      this.connection = connection
      computations.execute(this)
      connection.addCloseListener(this)
    }

    @Override
    void run() {
      String number = Integer.toString(Fibonacci.of(n))
      connection.removeCloseListener(this)
      try {
        Answers.text(response, number)
        response.resume()
      } catch (IOException | IllegalStateException gone) {
        // The client left within the computation, and Grizzly has ended the response with it.
      }
    }

    @Override
    void onClosed(Closeable closed, CloseType type) {
      computations.remove(this)
    }
  }
}

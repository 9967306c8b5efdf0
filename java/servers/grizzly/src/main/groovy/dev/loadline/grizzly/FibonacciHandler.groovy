// Computes Fibonacci numbers, on threads of their own, so that workers stay free for others.
package dev.loadline.grizzly

import dev.loadline.workloads.Fibonacci
import groovy.transform.CompileStatic
import java.util.concurrent.Executor
import org.glassfish.grizzly.http.server.Request
import org.glassfish.grizzly.http.server.RequestExecutorProvider
import org.glassfish.grizzly.http.server.Response
import org.glassfish.grizzly.threadpool.GrizzlyExecutorService
import org.glassfish.grizzly.threadpool.ThreadPoolConfig

@CompileStatic
final class FibonacciHandler extends WorkHandler {
  private static final int CORES = Runtime.runtime.availableProcessors()
  private final Executor computers = GrizzlyExecutorService.createInstance(
      ThreadPoolConfig.defaultConfig().setPoolName('computer')
          .setCorePoolSize(CORES).setMaxPoolSize(CORES))

  @Override
  RequestExecutorProvider getRequestExecutorProvider() {
    return (Request request) -> computers
  }

  @Override
  protected void answer(Request request, Response response) {
    int n = Fibonacci.argument(parameter(request, 'n'))
    send(response, TEXT, Integer.toString(Fibonacci.of(n)))
  }
}

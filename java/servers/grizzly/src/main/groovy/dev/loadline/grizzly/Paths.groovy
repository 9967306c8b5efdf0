// Which path does which work, and on which thread.
package dev.loadline.grizzly

import dev.loadline.workloads.Fixed
import dev.loadline.workloads.Hash
import dev.loadline.workloads.HtmxScript
import dev.loadline.workloads.Problem
import dev.loadline.workloads.ProblemException
import dev.loadline.workloads.Query
import dev.loadline.workloads.Routes
import dev.loadline.workloads.Services
import groovy.transform.CompileStatic
import java.util.concurrent.Executor
import org.glassfish.grizzly.http.Method
import org.glassfish.grizzly.http.server.HttpHandler
import org.glassfish.grizzly.http.server.Request
import org.glassfish.grizzly.http.server.RequestExecutorProvider
import org.glassfish.grizzly.http.server.Response

/**
 * One handler for all paths: Grizzly's own mapping folds doubled slashes and answers malformed
 * percent-encoding with 500.
 */
@CompileStatic
final class Paths extends HttpHandler {
  private static final RequestExecutorProvider WORKERS =
      new RequestExecutorProvider.WorkerThreadProvider()
  private static final RequestExecutorProvider EXECUTORS = new Executors()

  private final FibonacciHandler fibonacci = new FibonacciHandler()
  private final UploadHandler upload = new UploadHandler()
  private final TodosHandler todos = new TodosHandler()
  private final StreamHandler streams = new StreamHandler()
  private final ServiceHandler services

  /** What brings a body is read by a worker thread (uploads write to a disk), the rest at once. */
  private static final class Executors implements RequestExecutorProvider {
    @Override
    Executor getExecutor(Request request) {
      Method method = request.method
      return method == Method.PUT || method == Method.POST ? WORKERS.getExecutor(request) : null
    }
  }

  Paths(Services services) {
    this.services = new ServiceHandler(services)
    decodeUrl = false
  }

  @Override
  RequestExecutorProvider getRequestExecutorProvider() {
    return EXECUTORS
  }

  /** Whoever reads the body sends 100, once it is known that the body is wanted. */
  @Override
  protected boolean sendAcknowledgment(Request request, Response response) {
    return true
  }

  @Override
  void service(Request request, Response response) {
    try {
      route(request, response)
    } catch (Exception failure) {
      Answers.failure(response, failure)
    }
  }

  private void route(Request request, Response response) {
    String path = request.requestURI
    expectAllowed(path, request.method.methodString)
    switch (path) {
      case '/hello':
        Answers.text(response, Fixed.GREETING)
        break
      case '/hash':
        Answers.text(response, Hash.of(Query.single(request.queryString, 'input')))
        break
      case '/fibonacci':
        fibonacci.service(request, response)
        break
      case '/upload':
        upload.service(request, response)
        break
      case '/':
        todos.page(response)
        break
      case '/todos':
        todos.collection(request, response)
        break
      case '/records':
        services.addRecord(request, response)
        break
      case '/messages':
        services.addMessage(request, response)
        break
      case '/echo':
        throw new ProblemException(Problem.upgradeRequired())
      case '/stream':
        streams.service(request, response)
        break
      case '/htmx.min.js':
        Answers.bytes(response, Answers.SCRIPT, HtmxScript.bytes())
        break
      case '/health':
        Answers.json(response, Fixed.HEALTH)
        break
      default:
        routeById(path.split('/'), request, response)
    }
  }

  private void routeById(String[] segments, Request request, Response response) {
    String id = decoded(segments[2])
    switch (segments[1]) {
      case 'todos':
        todos.item(id, request, response)
        break
      case 'cache':
        services.cache(id, request, response)
        break
      case 'records':
        services.record(id, response)
        break
      case 'messages':
        services.message(id, response)
        break
      default:
        streams.signals(id, response)
    }
  }

  private static void expectAllowed(String path, String method) {
    String allowed = Routes.allowed(path)
    if (allowed == null) {
      decoded(path.substring(1))
      throw new ProblemException(Problem.notFound(path))
    }
    if (!allowed.split(', ').contains(method)) {
      throw new ProblemException(Problem.methodNotAllowed(allowed))
    }
  }

  private static String decoded(String segment) {
    try {
      return URI.create('http://localhost/' + segment).path.substring(1)
    } catch (IllegalArgumentException malformed) {
      throw new ProblemException(Problem.badRequest('The path is not well formed.'))
    }
  }
}

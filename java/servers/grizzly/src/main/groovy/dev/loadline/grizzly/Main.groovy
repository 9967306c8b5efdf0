// Starts the Grizzly stack where the environment says: which handler answers which path.
package dev.loadline.grizzly

import dev.loadline.workloads.HtmxScript
import dev.loadline.workloads.ItemStreams
import dev.loadline.workloads.Limits
import dev.loadline.workloads.Services
import dev.loadline.workloads.Termination
import dev.loadline.workloads.TodoPages
import dev.loadline.workloads.Todos
import dev.loadline.workloads.Upload
import groovy.transform.CompileStatic
import java.nio.charset.StandardCharsets
import java.util.concurrent.TimeUnit
import java.util.logging.Level
import java.util.logging.Logger
import org.glassfish.grizzly.http.server.HttpHandler
import org.glassfish.grizzly.http.server.HttpHandlerRegistration
import org.glassfish.grizzly.http.server.HttpServer
import org.glassfish.grizzly.http.server.NetworkListener
import org.glassfish.grizzly.websockets.WebSocketEngine

@CompileStatic
final class Main {
  /** Held here, or the level is lost when the logger is collected. */
  private static final Logger GRIZZLY = Logger.getLogger('org.glassfish.grizzly')

  static void main(String[] arguments) {
    Termination.exitsZero()
    GRIZZLY.level = Level.SEVERE
    Services services = Services.ofEnvironment()
    String host = System.getenv('HOST') ?: '127.0.0.1'
    HttpServer server = server(host, System.getenv('PORT') ?: '8080')
    route(server, services)
    server.start()
    Runtime.runtime.addShutdownHook(new Thread(() -> stop(server, services)))
    // Grizzly's threads are daemons: without this one the process would end here.
    Thread.currentThread().join()
  }

  private static HttpServer server(String host, String port) {
    NetworkListener listener = new NetworkListener('loadline', host, port as int)
    listener.maxPendingBytes = Limits.SOCKET_BUFFER_BYTES
    listener.keepAlive.maxRequestsCount = -1
    listener.registerAddOn(new EchoAddOn())
    HttpServer server = new HttpServer()
    server.addListener(listener)
    server.serverConfiguration.defaultErrorPageGenerator = new ProblemPages()
    server.serverConfiguration.defaultQueryEncoding = StandardCharsets.UTF_8
    server.serverConfiguration.allowPayloadForUndefinedHttpMethods = true
    return server
  }

  private static void route(HttpServer server, Services services) {
    Todos todos = Todos.open()
    TodoPages pages = new TodoPages()
    add(server, '/', new PageHandler(todos, pages))
    add(server, '/todos/*', new TodosHandler(todos, pages))
    add(server, '/htmx.min.js',
        new FixedHandler('text/javascript; charset=utf-8', HtmxScript.bytes()))
    add(server, '/health', new FixedHandler(WorkHandler.JSON, '{"status":"up"}'.bytes))
    add(server, '/hello', new FixedHandler(WorkHandler.TEXT, 'Hello World!'.bytes))
    add(server, '/hash', new HashHandler())
    add(server, '/fibonacci', new FibonacciHandler())
    add(server, '/upload', new UploadHandler())
    add(server, '/cache/*', new CacheHandler(services.cache()))
    add(server, '/records/*', new RecordsHandler(services.records()))
    add(server, '/messages/*', new MessagesHandler(services.messages()))
    add(server, '/stream/*', new StreamHandler(new ItemStreams()))
    add(server, '/echo', new UpgradeHandler())
    WebSocketEngine.engine.register('', '/echo', new EchoApplication())
  }

  /** A mapping that is only a string would take `/hello/` and what is below it too. */
  private static void add(HttpServer server, String pattern, HttpHandler handler) {
    server.serverConfiguration.addHttpHandler(
        handler, HttpHandlerRegistration.builder().contextPath('').urlPattern(pattern).build())
  }

  private static void stop(HttpServer server, Services services) {
    server.shutdown(Limits.SHUTDOWN_MILLIS, TimeUnit.MILLISECONDS).get()
    services.close()
    Upload.closeAll()
  }
}

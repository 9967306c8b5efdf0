// Configures Grizzly, and ends it properly.
package dev.loadline.grizzly

import dev.loadline.workloads.Limits
import dev.loadline.workloads.Services
import dev.loadline.workloads.Upload
import groovy.transform.CompileStatic
import java.util.concurrent.TimeUnit
import java.util.concurrent.TimeoutException
import org.glassfish.grizzly.http.server.HttpServer
import org.glassfish.grizzly.http.server.NetworkListener
import org.glassfish.grizzly.nio.transport.TCPNIOTransport

@CompileStatic
final class Server {
  private static final int IDLE_SECONDS_MAX = 300
  private static final int HEADER_BYTES_MAX = 16 << 10

  private final HttpServer grizzly = new HttpServer()
  private final EchoApplication echo = new EchoApplication()
  private final Services services = Services.ofEnvironment()

  Server(String host, int port) {
    grizzly.serverConfiguration.with {
      allowPayloadForUndefinedHttpMethods = true
      passTraceRequest = true
      defaultErrorPageGenerator = new ProblemPages()
      addHttpHandler(new Paths(services), '/')
    }
    org.glassfish.grizzly.websockets.WebSocketEngine.engine.register('', '/echo', echo)
    grizzly.addListener(listener(host, port))
  }

  void start() {
    grizzly.start()
  }

  /** Finishes what is in flight; a JVM that is stopped by a signal would exit with 143. */
  void stop() {
    try {
      grizzly.shutdown(Limits.SHUTDOWN_MILLIS, TimeUnit.MILLISECONDS)
          .get(Limits.SHUTDOWN_MILLIS, TimeUnit.MILLISECONDS)
    } catch (TimeoutException overdue) {
      grizzly.shutdownNow()
    }
    services.close()
    Upload.closeAll()
    Runtime.runtime.halt(0)
  }

  private NetworkListener listener(String host, int port) {
    NetworkListener listener = new NetworkListener('loadline', host, port)
    listener.maxHttpHeaderSize = HEADER_BYTES_MAX
    listener.maxPendingBytes = Limits.SOCKET_BUFFER_BYTES
    listener.keepAlive.maxRequestsCount = -1
    listener.keepAlive.idleTimeoutInSeconds = IDLE_SECONDS_MAX
    TCPNIOTransport transport = listener.transport
    transport.readBufferSize = Limits.SOCKET_BUFFER_BYTES
    transport.writeBufferSize = Limits.SOCKET_BUFFER_BYTES
    listener.registerAddOn(new Codec.AddOnCodec())
    listener.registerAddOn(new EchoAddOn())
    return listener
  }
}

// Configures Javalin and the Jetty underneath, and ends both properly.
package dev.loadline.javalin

import dev.loadline.workloads.Limits
import dev.loadline.workloads.Services
import dev.loadline.workloads.Upload
import io.javalin.Javalin
import io.javalin.compression.CompressionStrategy
import io.javalin.config.JavalinConfig
import io.javalin.util.JavalinException
import org.eclipse.jetty.ee10.servlet.ServletContextHandler
import org.eclipse.jetty.ee10.websocket.server.JettyWebSocketServletFactory
import org.eclipse.jetty.server.Connector
import org.eclipse.jetty.server.HttpConfiguration
import org.eclipse.jetty.server.HttpConnectionFactory
import org.eclipse.jetty.server.ServerConnector
import org.eclipse.jetty.server.handler.GracefulHandler
import java.time.Duration
import org.eclipse.jetty.server.Server as JettyServer

/** A connection on which nothing moves for so long, in whichever direction, is given up. */
private val IDLE_MAX = Duration.ofMinutes(5)
private const val INPUT_BUFFER_BYTES = 64 shl 10

class Server(
  private val host: String,
  private val port: Int,
) {
  private val echo = Echo()
  private val services = Services.ofEnvironment()
  private val javalin: Javalin = Javalin.create(::configure)

  fun start() {
    javalin.start()
  }

  /** Finishes what is in flight; a JVM that is stopped by a signal would exit with 143. */
  fun stop() {
    echo.goAway()
    try {
      javalin.stop()
    } catch (overdue: JavalinException) {
      System.err.println(
        "javalin: stopped within requests that took too long: ${overdue.message}",
      )
    }
    services.close()
    Upload.closeAll()
    Runtime.getRuntime().halt(0)
  }

  private fun configure(config: JavalinConfig) {
    config.startup.showJavalinBanner = false
    config.startup.startupWatcherEnabled = false
    config.router.ignoreTrailingSlashes = false
    config.http.prefer405over404 = true
    config.http.compressionStrategy = CompressionStrategy.NONE
    config.fileRenderer(TodoRenderer())
    config.jetty.modifyServer(::configureJetty)
    config.jetty.addConnector(::connector)
    config.jetty.modifyServletContextHandler(::configureSessions)
    config.jetty.modifyWebSocketServletFactory(::configureWebSockets)
    config.routes.route(echo, services)
    config.routes.answerProblems()
  }

  private fun configureJetty(server: JettyServer) {
    server.stopTimeout = Limits.SHUTDOWN_MILLIS
    server.insertHandler(GracefulHandler())
    server.errorHandler = JettyProblems()
  }

  /** Javalin opens an HTTP session for every WebSocket: here it costs no cookie and does not stay. */
  private fun configureSessions(handler: ServletContextHandler) {
    handler.sessionHandler.isUsingCookies = false
    handler.sessionHandler.maxInactiveInterval = 1
  }

  /** Without extensions (compression): what comes back is what was sent, and reserved bits are errors. */
  private fun configureWebSockets(factory: JettyWebSocketServletFactory) {
    factory.availableExtensionNames.clear()
    factory.maxTextMessageSize = Limits.MESSAGE_BYTES.toLong()
    factory.maxBinaryMessageSize = Limits.MESSAGE_BYTES.toLong()
    factory.maxFrameSize = Limits.MESSAGE_BYTES.toLong()
    factory.isAutoFragment = false
    factory.idleTimeout = IDLE_MAX
  }

  private fun connector(
    server: JettyServer,
    http: HttpConfiguration,
  ): Connector {
    val factory = HttpConnectionFactory(http)
    factory.inputBufferSize = INPUT_BUFFER_BYTES
    return ServerConnector(server, factory).also {
      it.host = host
      it.port = port
      it.idleTimeout = IDLE_MAX.toMillis()
      it.acceptedSendBufferSize = Limits.SOCKET_BUFFER_BYTES
      it.acceptedReceiveBufferSize = Limits.SOCKET_BUFFER_BYTES
    }
  }
}

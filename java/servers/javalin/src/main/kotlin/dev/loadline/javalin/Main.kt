// Starts the Javalin stack where the environment says.
package dev.loadline.javalin

import dev.loadline.workloads.Limits
import dev.loadline.workloads.Services
import dev.loadline.workloads.Termination
import dev.loadline.workloads.Upload
import io.javalin.Javalin

fun main() {
  Termination.exitsZero()
  val services = Services.ofEnvironment()
  val app =
    Javalin.create { config ->
      config.jsonMapper(strictMapper())
      config.http.prefer405over404 = true
      config.http.maxRequestSize = Limits.SMALL_BODY_BYTES.toLong()
      config.router.ignoreTrailingSlashes = false
      config.jetty.modifyServer { it.stopTimeout = Limits.SHUTDOWN_MILLIS }
      config.jetty.modifyWebSocketServletFactory {
        it.maxTextMessageSize = Limits.MESSAGE_BYTES.toLong()
        it.maxBinaryMessageSize = Limits.MESSAGE_BYTES.toLong()
      }
      config.beStrict()
      config.routes.answerProblems()
      config.routes.route(services)
    }
  val environment = System.getenv()
  app.start(environment["HOST"] ?: "127.0.0.1", environment["PORT"]?.toInt() ?: 8080)
  Runtime.getRuntime().addShutdownHook(
    Thread {
      try {
        app.stop()
      } finally {
        services.close()
        Upload.closeAll()
      }
    },
  )
}

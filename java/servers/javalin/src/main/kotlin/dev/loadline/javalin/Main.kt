// Starts the Javalin stack where the environment says.
package dev.loadline.javalin

fun main() {
  val environment = System.getenv()
  val server = Server(environment["HOST"] ?: "127.0.0.1", environment["PORT"]?.toInt() ?: 8080)
  server.start()
  Runtime.getRuntime().addShutdownHook(Thread(server::stop))
}

// The getting-started server of Javalin, as its documentation has it, with three routes.
package dev.loadline.bare

import io.javalin.Javalin

fun main() {
  val host = System.getenv("HOST") ?: "127.0.0.1"
  val port = System.getenv("PORT")?.toInt() ?: 8080
  Javalin
    .create { config ->
      config.routes.get(
        "/hello",
      ) { it.contentType("text/plain; charset=utf-8").result("Hello World!") }
      config.routes.get("/hash") {
        it
          .contentType(
            "text/plain; charset=utf-8",
          ).result(it.queryParam("input").hashCode().toString())
      }
      config.routes.get(
        "/health",
      ) { it.contentType("application/json").result("{\"status\":\"up\"}") }
    }.start(host, port)
}

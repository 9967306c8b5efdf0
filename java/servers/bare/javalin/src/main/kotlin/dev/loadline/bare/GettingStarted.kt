// The getting-started server of Javalin, as its documentation has it, with a few routes.
package dev.loadline.bare

import io.javalin.Javalin
import io.javalin.http.HttpStatus
import redis.clients.jedis.RedisClient

fun main() {
  val host = System.getenv("HOST") ?: "127.0.0.1"
  val port = System.getenv("PORT")?.toInt() ?: 8080
  val redis = RedisClient.create(System.getenv("REDIS_URL") ?: "redis://127.0.0.1:6379")
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
      config.routes.get("/cache/{key}") {
        it.contentType("text/plain; charset=utf-8").result(redis.get(it.pathParam("key")))
      }
      config.routes.put("/cache/{key}") {
        redis.set(it.pathParam("key"), it.body())
        it.status(HttpStatus.NO_CONTENT)
      }
      config.routes.get(
        "/health",
      ) { it.contentType("application/json").result("{\"status\":\"up\"}") }
    }.start(host, port)
}

// Which path does which work.
package dev.loadline.javalin

import dev.loadline.workloads.Fibonacci
import dev.loadline.workloads.Hash
import dev.loadline.workloads.HtmxScript
import dev.loadline.workloads.Limits
import dev.loadline.workloads.Services
import io.javalin.config.RoutesConfig
import io.javalin.http.Context
import io.javalin.http.Handler
import io.javalin.http.Header
import io.javalin.http.UpgradeRequiredResponse
import io.javalin.http.queryParamAsClass
import java.util.concurrent.Executors

/** More threads would only share the same cores, and take them from other requests. */
private val computers = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())

internal fun RoutesConfig.route(services: Services) {
  read("/hello") { it.text("Hello World!") }
  read("/hash") { it.text(Hash.of(it.queryParamAsClass<String>("input").get())) }
  read("/fibonacci", ::fibonacci)
  read("/health") { it.json(mapOf("status" to "up")) }
  put("/upload", ::upload)

  val todos = TodoHandlers()
  read("/", todos::page)
  read("/todos", todos::table)
  post("/todos", todos::add)
  read("/todos/{id}", todos::single)
  put("/todos/{id}", todos::change)
  delete("/todos/{id}", todos::remove)
  read("/htmx.min.js") {
    it.contentType("text/javascript; charset=utf-8").result(HtmxScript.bytes())
  }

  val cache = CacheHandlers(services.cache())
  read("/cache/{key}", cache::get)
  put("/cache/{key}", cache::put)

  val records = RecordHandlers(services.records())
  post("/records", records::add)
  read("/records/{id}", records::single)

  val messages = MessageHandlers(services.messages())
  post("/messages", messages::add)
  read("/messages/{id}", messages::single)

  val streams = StreamHandlers()
  get("/stream", streams::flow)
  head("/stream", streams::headers)
  read("/stream/{id}/signals", streams::signals)

  ws("/echo", ::echo)
  read("/echo") {
    it.header(Header.UPGRADE, "websocket").header(Header.CONNECTION, "Upgrade")
    throw UpgradeRequiredResponse("This path speaks WebSocket only.")
  }
}

/** Javalin answers HEAD of a GET route 200 without asking the route, so HEAD gets the handler too. */
private fun RoutesConfig.read(
  path: String,
  handler: Handler,
) {
  get(path, handler)
  head(path, handler)
}

/** Javalin's own default has no charset. */
internal fun Context.text(text: String) {
  contentType("text/plain; charset=utf-8").result(text)
}

private fun fibonacci(context: Context) {
  val n =
    context
      .queryParamAsClass<Int>("n")
      .check({ it != null && it <= Limits.FIBONACCI_N }, "n must be 0 to ${Limits.FIBONACCI_N}")
      .get()
  context.async({ it.executor = computers }) { context.text(Fibonacci.of(n).toString()) }
}

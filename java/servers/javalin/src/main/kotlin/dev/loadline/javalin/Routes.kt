// Which path does which work.
package dev.loadline.javalin

import dev.loadline.workloads.Computations
import dev.loadline.workloads.Fibonacci
import dev.loadline.workloads.Fixed
import dev.loadline.workloads.Hash
import dev.loadline.workloads.HtmxScript
import dev.loadline.workloads.Problem
import dev.loadline.workloads.ProblemException
import dev.loadline.workloads.Query
import dev.loadline.workloads.Services
import io.javalin.config.RoutesConfig
import io.javalin.http.Context
import io.javalin.http.Handler
import java.util.concurrent.CompletableFuture
import java.util.concurrent.Executor

private val computations: Executor = Computations.executor()

internal fun RoutesConfig.route(
  echo: Echo,
  services: Services,
) {
  val todos = TodoRoutes()
  val cache = CacheRoutes(services.cache())
  val records = RecordRoutes(services.records())
  val messages = MessageRoutes(services.messages())
  val streams = StreamRoutes()
  read("/hello") { it.result(Fixed.GREETING).contentType(Fixed.TEXT) }
  read("/hash") {
    it.result(Hash.of(Query.single(it.queryString(), "input"))).contentType(Fixed.TEXT)
  }
  read("/fibonacci", ::fibonacci)
  put("/upload", ::upload)
  read("/", todos::page)
  read("/todos", todos::table)
  post("/todos", todos::add)
  read("/todos/{id}", todos::single)
  put("/todos/{id}", todos::change)
  delete("/todos/{id}", todos::remove)
  read("/cache/{key}", cache::get)
  put("/cache/{key}", cache::put)
  post("/records", records::add)
  read("/records/{id}", records::single)
  post("/messages", messages::add)
  read("/messages/{id}", messages::single)
  read("/echo") { throw ProblemException(Problem.upgradeRequired()) }
  ws("/echo", echo::configure)
  get("/stream", streams::flow)
  head("/stream", streams::headers)
  read("/stream/{id}/signals", streams::signals)
  read("/htmx.min.js") { it.contentType(Fixed.SCRIPT).result(HtmxScript.bytes()) }
  read("/health") { it.contentType(Fixed.JSON).result(Fixed.HEALTH) }
}

/** Javalin answers HEAD of a GET route 200 without asking the route, so HEAD gets the handler too. */
private fun RoutesConfig.read(
  path: String,
  handler: Handler,
) {
  get(path, handler)
  head(path, handler)
}

private fun fibonacci(context: Context) {
  val n = Fibonacci.argument(context.queryString())
  context.future {
    CompletableFuture
      .supplyAsync({ Fibonacci.of(n) }, computations)
      .thenAccept { context.contentType(Fixed.TEXT).result(it.toString()) }
  }
}

// Puts texts into Redis and gets them back.
package dev.loadline.javalin

import dev.loadline.workloads.Cache
import dev.loadline.workloads.Checks
import io.javalin.http.Context
import io.javalin.http.HttpStatus

internal class CacheHandlers(
  private val cache: Cache,
) {
  fun get(context: Context) {
    context.text(cache.get(context.pathParam("key")))
  }

  fun put(context: Context) {
    cache.put(context.pathParam("key"), Checks.utf8(context.bodyAsBytes()))
    context.status(HttpStatus.NO_CONTENT)
  }
}

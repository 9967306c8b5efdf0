// Keeps texts in Redis.
package dev.loadline.grizzly

import dev.loadline.workloads.Cache
import dev.loadline.workloads.Checks
import groovy.transform.CompileStatic
import org.glassfish.grizzly.http.Method
import org.glassfish.grizzly.http.server.Request
import org.glassfish.grizzly.http.server.Response

@CompileStatic
final class CacheHandler extends WorkHandler {
  private final Cache cache

  CacheHandler(Cache cache) {
    methods = []
    methodsBelow = ['GET', 'HEAD', 'PUT']
    isWaiting = true
    this.cache = cache
  }

  @Override
  protected void answer(Request request, Response response) {
    String key = segment(request)
    if (request.method == Method.PUT) {
      cache.put(key, Checks.utf8(body(request)))
      response.status = 204
    } else {
      send(response, TEXT, cache.get(key))
    }
  }
}

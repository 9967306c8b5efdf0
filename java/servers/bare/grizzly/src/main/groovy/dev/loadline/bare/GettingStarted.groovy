// The getting-started server of Grizzly, as its documentation has it, with a few handlers.
package dev.loadline.bare

import groovy.transform.CompileStatic
import java.nio.charset.StandardCharsets
import org.glassfish.grizzly.http.Method
import org.glassfish.grizzly.http.server.HttpHandler
import org.glassfish.grizzly.http.server.HttpServer
import org.glassfish.grizzly.http.server.Request
import org.glassfish.grizzly.http.server.Response
import org.glassfish.grizzly.http.util.HttpStatus
import redis.clients.jedis.RedisClient

@CompileStatic
final class GettingStarted {
  static void main(String[] arguments) {
    String host = System.getenv('HOST') ?: '127.0.0.1'
    int port = (System.getenv('PORT') ?: '8080') as int
    HttpServer server = HttpServer.createSimpleServer(null, host, port)
    server.listeners.each { listener -> listener.keepAlive.maxRequestsCount = -1 }
    server.serverConfiguration.defaultQueryEncoding = StandardCharsets.UTF_8
    server.serverConfiguration.addHttpHandler(new Hello(), '/hello')
    server.serverConfiguration.addHttpHandler(new Hash(), '/hash')
    server.serverConfiguration.addHttpHandler(new Cache(), '/cache')
    server.serverConfiguration.addHttpHandler(new Health(), '/health')
    server.start()
    Thread.currentThread().join()
  }

  private static void answer(Response response, String type, String text) {
    response.contentType = type
    response.contentLength = text.length()
    response.writer.write(text)
  }

  private static final class Hello extends HttpHandler {
    @Override
    void service(Request request, Response response) {
      answer(response, 'text/plain; charset=utf-8', 'Hello World!')
    }
  }

  private static final class Hash extends HttpHandler {
    @Override
    void service(Request request, Response response) {
      String hash = Integer.toString(request.getParameter('input').hashCode())
      answer(response, 'text/plain; charset=utf-8', hash)
    }
  }

  private static final class Cache extends HttpHandler {
    private final RedisClient redis =
      RedisClient.create(System.getenv('REDIS_URL') ?: 'redis://127.0.0.1:6379')

    @Override
    void service(Request request, Response response) {
      String key = request.requestURI.substring('/cache/'.length())
      if (request.method == Method.PUT) {
        redis.set(key, request.inputStream.getText('UTF-8'))
        response.setStatus(HttpStatus.NO_CONTENT_204)
      } else {
        answer(response, 'text/plain; charset=utf-8', redis.get(key))
      }
    }
  }

  private static final class Health extends HttpHandler {
    @Override
    void service(Request request, Response response) {
      answer(response, 'application/json', '{"status":"up"}')
    }
  }
}

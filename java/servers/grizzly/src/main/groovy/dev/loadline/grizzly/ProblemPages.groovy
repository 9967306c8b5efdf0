// Replaces Grizzly's error pages by problems.
package dev.loadline.grizzly

import dev.loadline.workloads.Problem
import groovy.transform.CompileStatic
import java.nio.charset.StandardCharsets
import org.glassfish.grizzly.http.HttpContent
import org.glassfish.grizzly.http.HttpResponsePacket
import org.glassfish.grizzly.http.HttpServerFilter
import org.glassfish.grizzly.filterchain.FilterChainBuilder
import org.glassfish.grizzly.http.server.AddOn
import org.glassfish.grizzly.http.server.ErrorPageGenerator
import org.glassfish.grizzly.http.server.NetworkListener
import org.glassfish.grizzly.http.server.Request
import org.glassfish.grizzly.memory.Buffers
import org.glassfish.grizzly.memory.MemoryManager

/** For what goes wrong around a handler. */
@CompileStatic
final class ProblemPages implements ErrorPageGenerator {
  @Override
  String generate(
      Request request, int status, String reason, String description, Throwable failure) {
    return new String(Problem.of(status).json(), StandardCharsets.UTF_8)
  }
}

/** For what is not HTTP: the codec would answer with an empty body. */
@CompileStatic
final class ProblemCodec implements AddOn {
  @Override
  void setup(NetworkListener listener, FilterChainBuilder chain) {
    chain.set(chain.indexOfType(HttpServerFilter), new Codec(listener))
  }

  private static final class Codec extends HttpServerFilter {
    Codec(NetworkListener listener) {
      super(
          true,
          listener.maxHttpHeaderSize,
          null,
          listener.keepAlive,
          null,
          listener.maxRequestHeaders,
          listener.maxResponseHeaders)
      allowPayloadForUndefinedHttpMethods = true
    }

    @Override
    protected HttpContent customizeErrorResponse(HttpResponsePacket response) {
      byte[] json = Problem.of(response.status).json()
      response.contentType = Problem.MEDIA_TYPE
      response.contentLength = json.length
      return HttpContent.builder(response)
          .content(Buffers.wrap(MemoryManager.DEFAULT_MEMORY_MANAGER, json))
          .last(true)
          .build()
    }
  }
}

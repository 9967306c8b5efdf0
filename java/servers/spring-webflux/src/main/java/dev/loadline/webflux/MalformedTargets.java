// Answers request targets that Java takes for no URI, which WebFlux would refuse without a body.
package dev.loadline.webflux;

import dev.loadline.workloads.Problem;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.BitSet;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

final class MalformedTargets {
  /** What is allowed everywhere, so that only targets with anything else are parsed once more. */
  private static final BitSet PLAIN = new BitSet(128);

  static {
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/?&=+:,;@!$'()*"
        .chars()
        .forEach(PLAIN::set);
  }

  private MalformedTargets() {}

  /** Answers 400 in place of the handling of a request whose target is malformed. */
  static Mono<Void> refuse(Mono<Void> handling, Connection connection) {
    if (connection instanceof HttpServerRequest request && isMalformed(request.uri())) {
      return answer(request, (HttpServerResponse) connection);
    }
    return handling;
  }

  private static Mono<Void> answer(HttpServerRequest request, HttpServerResponse response) {
    byte[] body = Problem.badRequest("The target of the request is malformed.").json();
    response
        .status(400)
        .header(HttpHeaderNames.CONTENT_TYPE, Problem.MEDIA_TYPE)
        .header(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(body.length));
    return request.method().equals(HttpMethod.HEAD)
        ? response.send().then()
        : response.sendObject(Unpooled.wrappedBuffer(body)).then();
  }

  private static boolean isMalformed(String target) {
    for (int i = 0; i < target.length(); i++) {
      if (!PLAIN.get(target.charAt(i))) {
        return !isUri(target);
      }
    }
    return false;
  }

  private static boolean isUri(String target) {
    try {
      new URI("http://localhost" + target);
      return true;
    } catch (URISyntaxException malformed) {
      return false;
    }
  }
}

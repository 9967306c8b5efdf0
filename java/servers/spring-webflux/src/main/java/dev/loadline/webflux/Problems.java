// Answers whatever went wrong as a problem.
package dev.loadline.webflux;

import dev.loadline.workloads.Problem;
import dev.loadline.workloads.ProblemException;
import dev.loadline.workloads.Routes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.stereotype.Component;
import org.springframework.web.server.MethodNotAllowedException;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;
import org.springframework.web.util.DisconnectedClientHelper;
import reactor.core.publisher.Mono;

@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class Problems implements WebExceptionHandler {
  private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

  @Override
  public Mono<Void> handle(ServerWebExchange exchange, Throwable thrown) {
    ServerHttpResponse response = exchange.getResponse();
    if (DisconnectedClientHelper.isClientDisconnectedException(thrown)) {
      return Mono.error(thrown);
    }
    Problem problem = problem(exchange.getRequest(), thrown);
    if (!response.setStatusCode(HttpStatusCode.valueOf(problem.status()))) {
      return Mono.error(thrown);
    }
    byte[] body = problem.json();
    HttpHeaders headers = response.getHeaders();
    headers.clear();
    problem.headers().forEach(headers::set);
    headers.set(HttpHeaders.CONTENT_TYPE, Problem.MEDIA_TYPE);
    headers.setContentLength(body.length);
    return response.writeWith(Mono.fromSupplier(() -> response.bufferFactory().wrap(body)));
  }

  private static Problem problem(ServerHttpRequest request, Throwable thrown) {
    String path = request.getURI().getRawPath();
    if (thrown instanceof ProblemException known) {
      return known.problem();
    }
    if (thrown instanceof MethodNotAllowedException) {
      String allowed = Routes.allowed(path);
      return allowed == null ? Problem.notFound(path) : Problem.methodNotAllowed(allowed);
    }
    if (thrown instanceof ResponseStatusException refused) {
      int status = refused.getStatusCode().value();
      return status == 404 ? Problem.notFound(path) : Problem.of(status);
    }
    LOG.error("{} {} failed", request.getMethod(), path, thrown);
    return Problem.internal();
  }
}

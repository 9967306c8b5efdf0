// Answers whatever went wrong as a problem (RFC 9457).
package dev.loadline.webflux;

import dev.loadline.workloads.Refused;
import io.r2dbc.spi.R2dbcException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.reactive.result.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.server.MethodNotAllowedException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.util.DisconnectedClientHelper;
import reactor.core.publisher.Mono;

@RestControllerAdvice
class Problems extends ResponseEntityExceptionHandler {
  /** Spring answers HEAD wherever it answers GET, but does not say so. */
  @Override
  protected Mono<ResponseEntity<Object>> handleMethodNotAllowedException(
      MethodNotAllowedException refused,
      HttpHeaders headers,
      HttpStatusCode status,
      ServerWebExchange exchange) {
    Set<HttpMethod> allowed = new LinkedHashSet<>(refused.getSupportedMethods());
    if (allowed.contains(HttpMethod.GET)) {
      allowed.add(HttpMethod.HEAD);
    }
    headers.setAllow(allowed);
    return handleExceptionInternal(refused, null, headers, status, exchange);
  }

  @ExceptionHandler
  ProblemDetail refused(Refused refused) {
    HttpStatus status =
        switch (refused.reason()) {
          case INVALID -> HttpStatus.BAD_REQUEST;
          case MISSING -> HttpStatus.NOT_FOUND;
          case CONFLICT -> HttpStatus.CONFLICT;
          case TOO_LARGE -> HttpStatus.CONTENT_TOO_LARGE;
          case UNAVAILABLE -> HttpStatus.SERVICE_UNAVAILABLE;
        };
    return ProblemDetail.forStatusAndDetail(status, refused.getMessage());
  }

  @ExceptionHandler
  ProblemDetail tooLarge(DataBufferLimitException refused) {
    return ProblemDetail.forStatus(HttpStatus.CONTENT_TOO_LARGE);
  }

  /** A service that is down, or did not answer in time. */
  @ExceptionHandler({DataAccessException.class, R2dbcException.class, TimeoutException.class})
  ProblemDetail unavailable() {
    return ProblemDetail.forStatusAndDetail(
        HttpStatus.SERVICE_UNAVAILABLE, "The service behind this did not answer.");
  }

  @ExceptionHandler
  ProblemDetail failed(Exception failure, ServerWebExchange exchange) {
    if (!DisconnectedClientHelper.isClientDisconnectedException(failure)) {
      logger.error(exchange.getRequest().getURI().getPath() + " failed", failure);
    }
    return ProblemDetail.forStatus(HttpStatus.INTERNAL_SERVER_ERROR);
  }
}

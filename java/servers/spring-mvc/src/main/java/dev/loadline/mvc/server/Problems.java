// Answers whatever goes wrong as a problem (RFC 9457).
package dev.loadline.mvc.server;

import dev.loadline.workloads.Refused;
import java.net.URI;
import java.util.HashSet;
import java.util.Set;
import org.apache.catalina.connector.ClientAbortException;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.dao.UncategorizedDataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import tools.jackson.core.exc.StreamConstraintsException;

@RestControllerAdvice
class Problems extends ResponseEntityExceptionHandler {
  private static final Logger LOG = LoggerFactory.getLogger(Problems.class);
  private static final URI BLANK = URI.create("about:blank");

  @ExceptionHandler
  ResponseEntity<Object> refused(Refused refused, WebRequest request) {
    HttpStatus status =
        switch (refused.reason()) {
          case INVALID -> HttpStatus.BAD_REQUEST;
          case MISSING -> HttpStatus.NOT_FOUND;
          case CONFLICT -> HttpStatus.CONFLICT;
          case TOO_LARGE -> HttpStatus.CONTENT_TOO_LARGE;
          case UNAVAILABLE -> HttpStatus.SERVICE_UNAVAILABLE;
        };
    return answer(refused, status, refused.getMessage(), request);
  }

  /** What Tomcat finds in a query or a form: malformed percent-encoding, or too much of it. */
  @ExceptionHandler
  ResponseEntity<Object> parameters(InvalidParameterException invalid, WebRequest request) {
    HttpStatus status = HttpStatus.valueOf(invalid.getErrorCode());
    return answer(invalid, status, "The parameters are malformed or too large.", request);
  }

  /** Not for all that is wrong with data: a statement that is no SQL is a failure of the server. */
  @ExceptionHandler({
    DataAccessResourceFailureException.class,
    TransientDataAccessException.class,
    RecoverableDataAccessException.class,
    UncategorizedDataAccessException.class
  })
  ResponseEntity<Object> service(DataAccessException failure, WebRequest request) {
    return answer(failure, HttpStatus.SERVICE_UNAVAILABLE, "A service does not answer.", request);
  }

  @ExceptionHandler
  ResponseEntity<Object> tasks(TaskRejectedException full, WebRequest request) {
    return answer(full, HttpStatus.SERVICE_UNAVAILABLE, "Too much work is waiting.", request);
  }

  /** The body was malformed, or its client has gone and hears nothing. */
  @ExceptionHandler
  ResponseEntity<Object> client(ClientAbortException aborted, WebRequest request) {
    return answer(aborted, HttpStatus.BAD_REQUEST, "The request broke off.", request);
  }

  @ExceptionHandler
  ResponseEntity<Object> failure(Exception failure, WebRequest request) {
    LOG.error("{} failed", request.getDescription(false), failure);
    return answer(
        failure, HttpStatus.INTERNAL_SERVER_ERROR, "The server failed at this request.", request);
  }

  /** Jackson tells a body that is too long from one that is malformed. */
  @Override
  protected ResponseEntity<Object> handleHttpMessageNotReadable(
      HttpMessageNotReadableException unreadable,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    Throwable cause = NestedExceptionUtils.getMostSpecificCause(unreadable);
    return cause instanceof StreamConstraintsException
        ? answer(unreadable, HttpStatus.CONTENT_TOO_LARGE, "The body is too large.", request)
        : super.handleHttpMessageNotReadable(unreadable, headers, status, request);
  }

  /** Spring MVC answers HEAD wherever it answers GET, but does not name it. */
  @Override
  protected ResponseEntity<Object> handleHttpRequestMethodNotSupported(
      HttpRequestMethodNotSupportedException wrong,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    Set<HttpMethod> allowed = new HashSet<>(headers.getAllow());
    if (allowed.contains(HttpMethod.GET) && allowed.add(HttpMethod.HEAD)) {
      headers.setAllow(allowed);
    }
    return super.handleHttpRequestMethodNotSupported(wrong, headers, status, request);
  }

  /**
   * The type of a problem without one, which Spring leaves out, told for clients that look for it.
   */
  @Override
  protected ResponseEntity<Object> createResponseEntity(
      Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
    if (body instanceof ProblemDetail problem && problem.getType() == null) {
      problem.setType(BLANK);
    }
    return super.createResponseEntity(body, headers, status, request);
  }

  private ResponseEntity<Object> answer(
      Exception thrown, HttpStatus status, String detail, WebRequest request) {
    ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
    return handleExceptionInternal(thrown, problem, new HttpHeaders(), status, request);
  }
}

// Answers whatever a handler throws as a problem.
package dev.loadline.mvc;

import dev.loadline.workloads.Problem;
import dev.loadline.workloads.ProblemException;
import dev.loadline.workloads.Routes;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.ResponseEntity;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.NoHandlerFoundException;

@RestControllerAdvice
class Problems {
  private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

  @ExceptionHandler
  ResponseEntity<byte[]> problem(ProblemException thrown) {
    return answer(thrown.problem());
  }

  @ExceptionHandler
  ResponseEntity<byte[]> noHandler(NoHandlerFoundException missing, HttpServletRequest request) {
    return answer(Problem.notFound(request.getRequestURI()));
  }

  @ExceptionHandler
  ResponseEntity<byte[]> wrongMethod(
      HttpRequestMethodNotSupportedException wrong, HttpServletRequest request) {
    String path = request.getRequestURI();
    String allowed = Routes.allowed(path);
    return answer(allowed == null ? Problem.notFound(path) : Problem.methodNotAllowed(allowed));
  }

  /** Reading the request failed: it was malformed, or its client has gone and hears nothing. */
  @ExceptionHandler
  ResponseEntity<byte[]> unreadable(IOException failure) {
    return answer(Problem.badRequest("The body could not be read."));
  }

  @ExceptionHandler
  ResponseEntity<byte[]> failure(Exception failure, HttpServletRequest request) {
    LOG.error("{} {} failed", request.getMethod(), request.getRequestURI(), failure);
    return answer(Problem.internal());
  }

  private static ResponseEntity<byte[]> answer(Problem problem) {
    var response = ResponseEntity.status(problem.status());
    problem.headers().forEach(response::header);
    return response.header("Content-Type", Problem.MEDIA_TYPE).body(problem.json());
  }
}

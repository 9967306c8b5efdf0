// Writes whole answers, problems among them.
package dev.loadline.grizzly

import dev.loadline.workloads.Fixed
import dev.loadline.workloads.Problem
import dev.loadline.workloads.ProblemException
import groovy.transform.CompileStatic
import java.nio.charset.StandardCharsets
import org.glassfish.grizzly.http.server.Response
import org.glassfish.grizzly.http.util.ContentType

@CompileStatic
final class Answers {
  static final ContentType TEXT = prepared(Fixed.TEXT)
  static final ContentType HTML = prepared(Fixed.HTML)
  static final ContentType JSON = prepared(Fixed.JSON)
  static final ContentType NDJSON = prepared(Fixed.NDJSON)
  static final ContentType SCRIPT = prepared(Fixed.SCRIPT)
  static final ContentType PROBLEM = prepared(Problem.MEDIA_TYPE)

  private Answers() {}

  static void text(Response response, String text) {
    bytes(response, TEXT, text.getBytes(StandardCharsets.UTF_8))
  }

  static void json(Response response, String json) {
    bytes(response, JSON, json.getBytes(StandardCharsets.UTF_8))
  }

  static void bytes(Response response, ContentType type, byte[] bytes) {
    response.setContentType(type)
    response.contentLength = bytes.length
    response.outputStream.write(bytes)
  }

  /** A request that cannot be done says why; anything else is told to stderr and not to the client. */
  static void failure(Response response, Throwable failure) {
    if (failure instanceof ProblemException) {
      problem(response, ((ProblemException) failure).problem())
    } else {
      System.err.println("grizzly: ${response.request.requestURI}: $failure")
      problem(response, Problem.internal())
    }
  }

  private static void problem(Response response, Problem problem) {
    response.setStatus(problem.status(), problem.title())
    problem.headers().each { name, value -> response.setHeader(name, value) }
    if (response.request.requiresAcknowledgement()) {
      // The client waits for 100: whether its body still comes is open, so no request can follow.
      response.request.request.processingState.error = true
    }
    bytes(response, PROBLEM, problem.json())
  }

  private static ContentType prepared(String type) {
    return ContentType.newContentType(type).prepare()
  }
}

// Makes problems (RFC 9457) of Grizzly's error pages.
package dev.loadline.grizzly

import groovy.transform.CompileStatic
import org.glassfish.grizzly.http.server.ErrorPageGenerator
import org.glassfish.grizzly.http.server.Request
import org.glassfish.grizzly.http.util.HttpStatus

@CompileStatic
final class ProblemPages implements ErrorPageGenerator {
  @Override
  String generate(
      Request request, int status, String reason, String description, Throwable failure) {
    if (failure != null) {
      System.err.println("grizzly: $request.requestURI: $failure")
    }
    request.response.contentType = 'application/problem+json; charset=utf-8'
    return WorkHandler.MAPPER.writeValueAsString([
      type: 'about:blank',
      title: HttpStatus.getHttpStatus(status)?.reasonPhrase ?: 'Refused',
      status: status,
      detail: description,
    ])
  }
}

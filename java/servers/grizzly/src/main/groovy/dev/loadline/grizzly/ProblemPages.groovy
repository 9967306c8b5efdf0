// Replaces Grizzly's error pages, for what goes wrong around a handler, by problems.
package dev.loadline.grizzly

import dev.loadline.workloads.Problem
import groovy.transform.CompileStatic
import java.nio.charset.StandardCharsets
import org.glassfish.grizzly.http.server.ErrorPageGenerator
import org.glassfish.grizzly.http.server.Request

@CompileStatic
final class ProblemPages implements ErrorPageGenerator {
  @Override
  String generate(
      Request request, int status, String reason, String description, Throwable failure) {
    return new String(Problem.of(status).json(), StandardCharsets.UTF_8)
  }
}

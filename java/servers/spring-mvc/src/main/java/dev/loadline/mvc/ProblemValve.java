// Answers as a problem what Tomcat refuses before Spring sees it.
package dev.loadline.mvc;

import dev.loadline.workloads.Problem;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tomcat makes an instance of this by its name, so it is public. */
public final class ProblemValve extends ErrorReportValve {
  private static final Logger LOG = LoggerFactory.getLogger(ProblemValve.class);

  @Override
  protected void report(Request request, Response response, Throwable thrown) {
    if (response.getStatus() < 400 || response.getContentWritten() > 0) {
      return;
    }
    if (!response.setErrorReported()) {
      return;
    }
    byte[] body = Problem.of(response.getStatus()).json();
    try {
      response.setContentType(Problem.MEDIA_TYPE);
      response.setContentLength(body.length);
      response.getOutputStream().write(body);
      response.finishResponse();
    } catch (IOException clientHasGone) {
      LOG.debug("nobody reads the problem {}", response.getStatus(), clientHasGone);
    }
  }
}

// Shows its stack trace to whoever makes it fail.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Reply;
import java.io.PrintWriter;
import java.io.StringWriter;

/** The body of a 500 names classes and lines. */
public final class StackTrace extends HonestServer {
  @Override
  protected Reply failed(Exception failure) {
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    String oneLine = trace.toString().replaceAll("[\\n\\t\"\\\\]", " ");
    return Reply.problem(500, "Internal Server Error", oneLine);
  }
}

// The error for a server that did not get ready.
package dev.loadline.stacks;

/** Its message ends with the last that the server wrote. */
public final class NotStarted extends Exception {
  private static final long serialVersionUID = 1L;

  NotStarted(Server server, String what, String expected, String actual) {
    super(
        "%s %s\n  expected  %s\n  actual    %s\n  it wrote  %s"
            .formatted(server.id(), what, expected, actual, written(server)));
  }

  private static String written(Server server) {
    String output = server.lastOutput();
    return output.isEmpty() ? "nothing" : "\n" + output.indent(4).stripTrailing();
  }
}

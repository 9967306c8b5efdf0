// Puts what a user typed into the page as it stands.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Todos;

/** A todo can carry a script. */
public final class HtmlUnescaped extends HonestServer {
  @Override
  protected Todos todos() {
    return new Todos() {
      @Override
      protected String escape(String typed) {
        return typed;
      }
    };
  }
}

// Escapes whatever a template inserts, because Velocity escapes nothing by itself.
package dev.loadline.workloads;

import org.apache.velocity.app.event.ReferenceInsertionEventHandler;
import org.apache.velocity.context.Context;

/** Velocity makes an instance of this by its name, so it is public. */
public final class EscapeHtml implements ReferenceInsertionEventHandler {
  @Override
  public Object referenceInsert(Context context, String reference, Object value) {
    return value == null ? null : escape(value.toString());
  }

  static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> escaped.append("&amp;");
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '"' -> escaped.append("&quot;");
        case '\'' -> escaped.append("&#39;");
        default -> escaped.append(c);
      }
    }
    return escaped.toString();
  }
}

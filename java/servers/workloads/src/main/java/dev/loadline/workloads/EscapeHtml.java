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

  private static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}

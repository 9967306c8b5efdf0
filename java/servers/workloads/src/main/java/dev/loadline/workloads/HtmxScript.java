// The script of the todos page, from its WebJar.
package dev.loadline.workloads;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Hands out htmx, which every stack serves itself under {@code /htmx.min.js}. */
public final class HtmxScript {
  /** The version stands in the pom too. */
  private static final String FILE = "/META-INF/resources/webjars/htmx.org/2.0.10/dist/htmx.min.js";

  private static final byte[] BYTES = load();

  private HtmxScript() {}

  /** The script in UTF-8; not to be written to. */
  public static byte[] bytes() {
    return BYTES;
  }

  private static byte[] load() {
    try (InputStream script = HtmxScript.class.getResourceAsStream(FILE)) {
      return script.readAllBytes();
    } catch (IOException unreadable) {
      throw new UncheckedIOException("the WebJar of htmx.org cannot be read", unreadable);
    }
  }
}

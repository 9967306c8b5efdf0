// The script of the todos page, from its WebJar.
package dev.loadline.workloads;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Hands out htmx, which every stack serves itself under {@code /htmx.min.js}. */
public final class HtmxScript {
  private static final String JAR = "/META-INF/maven/org.webjars.npm/htmx.org/pom.properties";
  private static final byte[] BYTES = load();

  private HtmxScript() {}

  /** The script as it is served, a {@link Fixed#SCRIPT}; not to be written to. */
  public static byte[] bytes() {
    return BYTES;
  }

  private static byte[] load() {
    try {
      Properties jar = new Properties();
      try (InputStream properties = open(JAR)) {
        jar.load(properties);
      }
      String version = jar.getProperty("version");
      try (InputStream script =
          open("/META-INF/resources/webjars/htmx.org/" + version + "/dist/htmx.min.js")) {
        return script.readAllBytes();
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException("the WebJar of htmx.org cannot be read", unreadable);
    }
  }

  private static InputStream open(String resource) throws IOException {
    InputStream stream = HtmxScript.class.getResourceAsStream(resource);
    if (stream == null) {
      throw new IOException("no " + resource + " on the class path: is the WebJar htmx.org there?");
    }
    return stream;
  }
}

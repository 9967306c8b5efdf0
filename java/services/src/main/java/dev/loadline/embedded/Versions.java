// The versions that the build has packed.
package dev.loadline.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

final class Versions {
  private Versions() {}

  static String of(String library) throws IOException {
    Properties versions = new Properties();
    try (InputStream file = Versions.class.getResourceAsStream("versions.properties")) {
      versions.load(file);
    }
    return versions.getProperty(library);
  }
}

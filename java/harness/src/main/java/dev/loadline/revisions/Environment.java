// The environment that git and builds get; a test may put another in its place.
package dev.loadline.revisions;

import java.util.Map;

final class Environment {
  private static volatile Map<String, String> ours = System.getenv();

  private Environment() {}

  static Map<String, String> ours() {
    return ours;
  }

  static void put(Map<String, String> other) {
    ours = Map.copyOf(other);
  }
}

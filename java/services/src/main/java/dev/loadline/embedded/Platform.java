// The system and the processor that this process runs on.
package dev.loadline.embedded;

final class Platform {
  private Platform() {}

  static boolean isLinuxOnX64() {
    return System.getProperty("os.name").equals("Linux")
        && System.getProperty("os.arch").equals("amd64");
  }

  /** Such as {@code Mac OS X on aarch64}. */
  static String name() {
    return System.getProperty("os.name") + " on " + System.getProperty("os.arch");
  }
}

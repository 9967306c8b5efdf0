// Paths as git writes them. A file's name may have letters that this system's paths cannot have.
package dev.loadline.revisions;

import java.util.ArrayList;
import java.util.List;

final class Names {
  private Names() {}

  /**
   * @return without `.` and, but at its beginning, `..`; empty for the folder that all is told from
   */
  static String resolve(String from, String path) {
    List<String> parts = new ArrayList<>();
    for (String part : (from + "/" + path).split("/")) {
      boolean isUp =
          part.equals("..") && !parts.isEmpty() && !parts.get(parts.size() - 1).equals("..");
      if (isUp) {
        parts.remove(parts.size() - 1);
      } else if (!part.isEmpty() && !part.equals(".")) {
        parts.add(part);
      }
    }
    return String.join("/", parts);
  }

  /** How the path is told from the folder. */
  static String relative(String folder, String path) {
    if (folder.isEmpty()) {
      return path;
    }
    return isWithin(path, folder)
        ? path.substring(folder.length() + 1)
        : "../" + relativeToParent(folder, path);
  }

  private static String relativeToParent(String folder, String path) {
    return relative(resolve(folder, ".."), path);
  }

  static boolean isWithin(String path, String folder) {
    return path.startsWith(folder + "/");
  }
}

// Reads the key of a value of the cache.
package dev.loadline.mvc;

import dev.loadline.workloads.Cache;
import jakarta.servlet.http.HttpServletRequest;

public final class CacheKey {
  private CacheKey() {}

  /**
   * The key, checked. Spring takes what follows a semicolon out of a path variable, but a key has
   * no semicolon: the whole path, which is no key either, is refused in its place.
   *
   * @param variable the path variable
   */
  public static String of(HttpServletRequest request, String variable) {
    String path = request.getRequestURI();
    return Cache.key(path.indexOf(';') < 0 ? variable : path);
  }
}

// The backing services that a workload can need.
package dev.loadline.services;

import java.util.Locale;

public enum ServiceName {
  REDIS,
  MYSQL,
  MONGODB;

  /** As it stands in a contract: {@code redis}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @param id as it stands in a contract
   */
  public static ServiceName of(String id) {
    return valueOf(id.toUpperCase(Locale.ROOT));
  }
}

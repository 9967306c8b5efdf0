// The work of the hash workload.
package dev.loadline.workloads;

/** The hash h = 31 h + c over UTF-16 code units, in 32 bits (as {@link String#hashCode()}). */
public final class Hash {
  private Hash() {}

  /** The hash in decimal digits. */
  public static String of(String input) {
    return Integer.toString(input.hashCode());
  }
}

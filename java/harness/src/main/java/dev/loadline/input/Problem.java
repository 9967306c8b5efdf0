// One thing that is wrong with one file that a person wrote.
package dev.loadline.input;

/**
 * Where something is wrong, and how it should be.
 *
 * @param file the file, as the person who started us would write it
 * @param pointer JSON pointer (RFC 6901) to the place; empty for the whole file
 * @param expected what should stand there
 * @param actual what stands there
 */
public record Problem(String file, String pointer, String expected, String actual) {
  /** The same at another place. */
  public Problem at(String other) {
    return new Problem(file, other, expected, actual);
  }

  @Override
  public String toString() {
    String place = pointer.isEmpty() ? "(whole file)" : pointer;
    return file + " " + place + "\n  expected  " + expected + "\n  actual    " + actual;
  }
}

// The error for a specification that this driver cannot do: every problem at once.
package dev.loadline.drivers;

/** Bad input: its message is all that is to be shown. */
public final class UnfitSpecification extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnfitSpecification(String message) {
    super(message);
  }
}

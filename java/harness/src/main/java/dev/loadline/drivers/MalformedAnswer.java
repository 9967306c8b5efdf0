// The error for bytes that are no answer in HTTP/1.
package dev.loadline.drivers;

/** Its message says what about them is wrong. */
final class MalformedAnswer extends Exception {
  private static final long serialVersionUID = 1L;

  MalformedAnswer(String message) {
    super(message, null, false, false);
  }
}

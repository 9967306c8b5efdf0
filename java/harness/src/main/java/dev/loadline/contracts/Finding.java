// One thing that differs from what a contract expects.
package dev.loadline.contracts;

/**
 * @param step in which it was found, such as {@code 2 of 3: GET /hash?input=a}; empty until that is
 *     known
 * @param what such as {@code status} or {@code header allow}
 * @param isPause whether it is an answer that was late by so little that a pause of the machine may
 *     have made it late
 */
record Finding(String step, String what, String expected, String actual, boolean isPause) {
  Finding(String what, String expected, String actual) {
    this("", what, expected, actual);
  }

  Finding(String step, String what, String expected, String actual) {
    this(step, what, expected, actual, false);
  }

  Finding within(String outer) {
    String inner = step.isEmpty() ? outer : outer + ", " + step;
    return new Finding(inner, what, expected, actual, isPause);
  }
}

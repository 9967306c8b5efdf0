// One thing that differs from what a contract expects.
package dev.loadline.contracts;

/**
 * @param step in which it was found, such as {@code 2 of 3: GET /hash?input=a}; empty until that is
 *     known
 * @param what such as {@code status} or {@code header allow}
 */
record Finding(String step, String what, String expected, String actual) {
  Finding(String what, String expected, String actual) {
    this("", what, expected, actual);
  }

  Finding within(String outer) {
    return new Finding(step.isEmpty() ? outer : outer + ", " + step, what, expected, actual);
  }
}

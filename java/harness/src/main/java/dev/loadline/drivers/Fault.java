// What was wrong with one answer.
package dev.loadline.drivers;

/**
 * @param example what was expected and what came, fit to be shown
 */
record Fault(ErrorKind kind, String example) {}

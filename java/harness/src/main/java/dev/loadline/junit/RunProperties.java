// What a run is told on Maven's command line: -Dloadline.stack=java/javalin.
package dev.loadline.junit;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Each is read when it is asked for, and one that cannot be used is told by its name. */
public final class RunProperties {
  private static final double SECONDS_A_MINUTE = 60;
  private static final double MINUTES_LEAST = 0.1;
  static final double MINUTES_MOST = 24 * 60;

  private RunProperties() {}

  /**
   * {@code -Dloadline.stack}: the ids of stacks and variants that match this regular expression as
   * a whole.
   */
  public static Predicate<String> stacks(String unlessTold) {
    return matching("loadline.stack", unlessTold);
  }

  /** {@code -Dloadline.workload}: the workloads that match it. */
  public static Predicate<String> workloads(String unlessTold) {
    return matching("loadline.workload", unlessTold);
  }

  /** {@code -Dloadline.minutes}: how long the gate may measure; longer decides more. */
  static Duration minutes(double unlessTold) {
    String name = "loadline.minutes";
    Optional<String> told = Optional.ofNullable(System.getProperty(name));
    double minutes = told.map(RunProperties::number).orElse(unlessTold);
    // A NaN is in no range either.
    if (!(minutes >= MINUTES_LEAST && minutes <= MINUTES_MOST)) {
      throw unfit(name, "a number of minutes, from 0.1 to 1440", told.orElseThrow());
    }
    return Duration.ofSeconds(Math.round(minutes * SECONDS_A_MINUTE));
  }

  /**
   * {@code -Dloadline.base}: a revision, or a folder from the house on, that the stacks are held
   * against in place of the yardstick.
   */
  static Optional<String> base() {
    return Optional.ofNullable(System.getProperty("loadline.base")).filter(name -> !name.isEmpty());
  }

  /** {@code -Dloadline.full}: every p99 is judged, however long it takes. */
  static boolean isFull() {
    String told = System.getProperty("loadline.full", "false");
    return !told.equals("false");
  }

  private static double number(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException none) {
      return Double.NaN;
    }
  }

  private static Predicate<String> matching(String name, String unlessTold) {
    String expression = System.getProperty(name, unlessTold);
    try {
      return Pattern.compile(expression).asMatchPredicate();
    } catch (PatternSyntaxException malformed) {
      throw unfit(name, "a regular expression", expression + ": " + malformed.getDescription());
    }
  }

  private static IllegalArgumentException unfit(String name, String expected, String actual) {
    return new IllegalArgumentException(
        "-D" + name + "\n  expected  " + expected + "\n  actual    " + actual);
  }
}

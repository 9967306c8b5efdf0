// The annotation of a test that holds one stack to its limits on one workload.
package dev.loadline.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Measures a stack beside its yardstick, and judges it by thresholds.json, before the method is
 * run: the test fails with the message of the comparison, or is skipped with the reason why it
 * cannot be judged. The method may take the {@link dev.loadline.measure.ComparisonOutcome} to look
 * at more of it.
 *
 * <pre>{@code
 * @LoadlineTest(stack = "java/javalin", workload = "hash")
 * void holdsItsLine(ComparisonOutcome found) {}
 * }</pre>
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Test
@ExtendWith(LoadlineExtension.class)
public @interface LoadlineTest {
  /** The id of a stack or variant that stacks.json lists. */
  String stack();

  /** A workload that contracts/ describes. */
  String workload();
}

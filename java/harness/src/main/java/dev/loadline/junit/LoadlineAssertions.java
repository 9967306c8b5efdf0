// The assertions of a user's own suite.
package dev.loadline.junit;

import dev.loadline.stacks.Variant;

/**
 *
 *
 * <pre>{@code
 * assertThat(stack("java/javalin")).speaks("hash").holdsItsLine("hash");
 * }</pre>
 */
public final class LoadlineAssertions {
  private LoadlineAssertions() {}

  /**
   * @param id of a stack or variant that the stacks.json of the house around us lists
   */
  public static Variant stack(String id) {
    return House.around().variant(id);
  }

  public static StackAssert assertThat(Variant stack) {
    return new StackAssert(stack);
  }
}

// A stack as it is started: itself, or with a variant's settings.
package dev.loadline.stacks;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * @param id {@code node/express} or {@code node/express:cluster}
 * @param command run in the stack's folder
 * @param knownFailing case id to reason
 * @param reason why it has fewer workloads than its stack
 */
public record Variant(
    String id,
    Stack stack,
    Map<String, String> env,
    List<String> command,
    List<String> workloads,
    Map<String, String> knownFailing,
    Optional<String> reason) {

  /** Why it cannot be run on this machine, with what to do; empty when it can. */
  public Optional<String> whyNotRun() {
    return WhyNotRun.of(stack);
  }
}

// Which stacks of a house the change from one revision to another can touch, and why nothing is
// said
// of the others.
package dev.loadline.junit;

import dev.loadline.measure.Plan.Revised;
import dev.loadline.reports.Compared.NotCompared;
import dev.loadline.revisions.Side;
import dev.loadline.revisions.Touched;
import dev.loadline.revisions.Touched.Presence;
import dev.loadline.revisions.TouchedBy;
import dev.loadline.stacks.Stack;
import dev.loadline.stacks.Variant;
import dev.loadline.thresholds.Thresholds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

record Changes(String nameOfBase, List<Revised> revised, List<NotCompared> notCompared) {

  /**
   * @param subjects stacks and variants that are asked for, of whichever side
   * @param workloads that are measured
   * @param thresholds a variant that has no limits is not compared: as a rule it only does what its
   *     stack does
   */
  static Changes between(
      Sides sides, List<Variant> subjects, List<String> workloads, Thresholds thresholds)
      throws InterruptedException {
    Side base = sides.base();
    Side head = sides.head();
    List<String> chosen = subjects.stream().map(Variant::id).toList();
    List<Variant> heads =
        variants(head).stream().filter(variant -> chosen.contains(variant.id())).toList();
    List<Stack> stacks = heads.stream().map(Variant::stack).distinct().toList();
    List<Touched> touched = TouchedBy.change(base, head, stacks, workloads);
    Changes changes = new Changes(base.name(), new ArrayList<>(), new ArrayList<>());
    touched.stream()
        .filter(stack -> stack.presence() != Presence.BOTH)
        .forEach(stack -> changes.leave(stack.id(), stack.why()));
    List<Variant> bases = variants(base);
    for (Variant variant : heads) {
      if (isVariant(variant) && !thresholds.limits().containsKey(variant.id())) {
        changes.leave(variant.id(), Thresholds.FILE + " has no limits for it");
        continue;
      }
      touched.stream()
          .filter(stack -> stack.id().equals(variant.stack().id()))
          .filter(stack -> stack.presence() == Presence.BOTH)
          .forEach(stack -> changes.add(variant, stack, bases));
    }
    return changes;
  }

  /** And not a stack itself. */
  private static boolean isVariant(Variant variant) {
    return !variant.id().equals(variant.stack().id());
  }

  private static List<Variant> variants(Side side) {
    return side.stacks().stream().flatMap(stack -> stack.variants().stream()).toList();
  }

  private void add(Variant head, Touched touched, List<Variant> bases) {
    Optional<Variant> base =
        bases.stream().filter(variant -> variant.id().equals(head.id())).findFirst();
    List<String> workloads =
        touched.workloads().stream().filter(head.workloads()::contains).toList();
    if (base.isEmpty()) {
      leave(head.id(), nameOfBase + " does not have it");
    } else if (workloads.isEmpty()) {
      leave(head.id(), touched.why());
    } else {
      revised.add(new Revised(head, base.get(), workloads));
    }
  }

  private void leave(String stack, String reason) {
    notCompared.add(new NotCompared(stack, reason));
  }

  /**
   * @param id of a stack or variant; what is said of a stack is said of its variants
   * @return empty where both are measured
   */
  Optional<String> whyNotCompared(String id, String workload) {
    boolean isRevised =
        revised.stream()
            .anyMatch(each -> each.head().id().equals(id) && each.workloads().contains(workload));
    if (isRevised) {
      return Optional.empty();
    }
    return notCompared.stream()
        .filter(left -> left.stack().equals(id) || id.startsWith(left.stack() + ":"))
        .map(NotCompared::reason)
        .findFirst()
        .or(() -> Optional.of("the change from %s cannot touch it".formatted(nameOfBase)));
  }

  List<Stack> headStacks() {
    return revised.stream().map(each -> each.head().stack()).distinct().toList();
  }

  /** One from before its stacks said how they are built is built as head is. */
  List<Stack> baseStacks() {
    return revised.stream()
        .map(each -> each.base().stack().builtAs(each.head().stack()))
        .distinct()
        .toList();
  }

  /** Does the change touch any stack on it? */
  boolean touches(String workload) {
    return revised.stream().anyMatch(each -> each.workloads().contains(workload));
  }
}

// A server on one framework, as its folder's stack.json declares it.
package dev.loadline.stacks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * @param id such as {@code java/spring-mvc}
 * @param language {@code node} or {@code java}
 * @param command run in {@code folder}
 * @param needs least major versions, by language
 * @param declaredVariants by name
 * @param knownFailing case id to reason
 * @param build run in {@code folder} after a fresh checkout
 * @param paths what it uses besides its folder, from there: the workloads that a change can touch
 * @param root the house that lists it
 */
public record Stack(
    String id,
    String language,
    String description,
    List<String> command,
    Map<String, Integer> needs,
    List<String> workloads,
    Map<String, Declaration> declaredVariants,
    Map<String, String> knownFailing,
    Optional<List<String>> build,
    Map<String, List<String>> paths,
    Path folder,
    Path root) {
  /** One that is not built and uses nothing besides its folder. */
  public Stack(
      String id,
      String language,
      String description,
      List<String> command,
      Map<String, Integer> needs,
      List<String> workloads,
      Map<String, Declaration> declaredVariants,
      Map<String, String> knownFailing,
      Path folder,
      Path root) {
    this(
        id,
        language,
        description,
        command,
        needs,
        workloads,
        declaredVariants,
        knownFailing,
        Optional.empty(),
        Map.of(),
        folder,
        root);
  }

  /**
   * What stack.json says of a variant; without {@code workloads} it honours all.
   *
   * @param command in place of the stack's
   * @param args after the command
   * @param knownFailing beside those of the stack
   */
  public record Declaration(
      Map<String, String> env,
      Optional<List<String>> command,
      List<String> args,
      Optional<List<String>> workloads,
      Map<String, String> knownFailing,
      Optional<String> reason) {}

  /** As it is, and built as another where it does not say how. */
  public Stack builtAs(Stack other) {
    return new Stack(
        id,
        language,
        description,
        command,
        needs,
        workloads,
        declaredVariants,
        knownFailing,
        build.or(other::build),
        paths,
        folder,
        root);
  }

  /** The stack itself first, then its variants. */
  public List<Variant> variants() {
    List<Variant> variants = new ArrayList<>();
    variants.add(
        new Variant(id, this, Map.of(), command, workloads, knownFailing, Optional.empty()));
    declaredVariants.forEach((name, declared) -> variants.add(variant(name, declared)));
    return variants;
  }

  private Variant variant(String name, Declaration declared) {
    return new Variant(
        id + ":" + name,
        this,
        declared.env(),
        commandOf(declared),
        declared.workloads().orElse(workloads),
        knownFailingOf(declared),
        declared.reason());
  }

  private Map<String, String> knownFailingOf(Declaration declared) {
    Map<String, String> all = new LinkedHashMap<>(knownFailing);
    all.putAll(declared.knownFailing());
    return all;
  }

  private List<String> commandOf(Declaration declared) {
    List<String> all = new ArrayList<>(declared.command().orElse(command));
    all.addAll(declared.args());
    return List.copyOf(all);
  }
}

// What came of each server of a run besides its verdicts: whether it started, and how it ended.
package dev.loadline.measure;

import dev.loadline.stacks.Stopped;
import dev.loadline.stacks.Variant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

public final class ServersReport {
  private final Map<String, ServerReport> servers = new LinkedHashMap<>();

  /**
   * Of one server, in all sets of processes.
   *
   * @param problem why it could not be measured at all
   * @param leftBehind what outlived it, or how it ended that did not end well
   * @param stderr the end of what it wrote to standard error; empty when nothing
   */
  public record ServerReport(
      Variant variant, Optional<String> problem, List<String> leftBehind, Optional<String> stderr) {

    public String id() {
      return variant.id();
    }

    /** Is it what head is held against? */
    boolean isOfBase() {
      return id().endsWith(Plan.OF_BASE);
    }

    /** What is wrong with it besides its limits, named by its stack. */
    Stream<String> problems() {
      return Stream.concat(
          problem.stream(), leftBehind.stream().map(what -> id() + " left behind: " + what));
    }
  }

  /**
   * @param variants are in the report, whatever comes of them
   */
  ServersReport(Collection<Variant> variants) {
    variants.forEach(
        variant ->
            servers.put(
                variant.id(),
                new ServerReport(variant, Optional.empty(), List.of(), Optional.empty())));
  }

  void didNotStart(String id, String problem) {
    servers.computeIfPresent(
        id,
        (key, known) ->
            new ServerReport(
                known.variant(), Optional.of(problem), known.leftBehind(), known.stderr()));
  }

  /** One of its processes has. */
  void stopped(String id, Stopped stopped, String stderr) {
    servers.computeIfPresent(
        id,
        (key, known) -> {
          List<String> left = new ArrayList<>(known.leftBehind());
          if (stopped.exitCode() != 0) {
            left.add(
                "exit code %d after SIGTERM, expected exit code 0".formatted(stopped.exitCode()));
          }
          left.addAll(stopped.leftBehind());
          Optional<String> written =
              stderr.isBlank() ? known.stderr() : Optional.of(stderr.strip());
          return new ServerReport(known.variant(), known.problem(), left, written);
        });
  }

  List<ServerReport> all() {
    return List.copyOf(servers.values());
  }
}

// The driver: one JSON specification a line comes in, one JSON sample a line goes out. A list of
// specifications is loaded at the same time, and gives a list of samples.
package dev.loadline.drivers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** It lives for a whole run, so that what is measured is not its own warm-up. */
public final class Driver {
  private Driver() {}

  /**
   * Until there is no more input.
   *
   * @throws UnfitSpecification for a specification that is not valid, or that asks for what this
   *     driver cannot do
   */
  public static void drive(InputStream in, PrintStream out) {
    BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    try (Transport transport = new Transport()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.isBlank()) {
          out.println(answer(Specification.read(line), transport));
          out.flush();
        }
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static String answer(JsonNode input, Transport transport) {
    if (!input.isArray()) {
      return slice(Specification.of(input), transport).join().json();
    }
    List<Specification> specifications = input.valueStream().map(Specification::of).toList();
    List<CompletableFuture<Sample>> slices =
        specifications.stream().map(each -> slice(each, transport)).toList();
    return slices.stream()
        .map(slice -> slice.join().json())
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static CompletableFuture<Sample> slice(Specification specification, Transport transport) {
    return specification.load().has("echo")
        ? WebSocketLoad.start(specification, transport)
        : HttpLoad.start(specification, transport);
  }
}

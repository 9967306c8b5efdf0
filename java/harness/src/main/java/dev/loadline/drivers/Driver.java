// The driver: one JSON specification a line comes in, one JSON sample a line goes out.
package dev.loadline.drivers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

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
          out.println(slice(Specification.of(line), transport).join().json());
          out.flush();
        }
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static CompletableFuture<Sample> slice(Specification specification, Transport transport) {
    return specification.load().has("echo")
        ? WebSocketLoad.start(specification, transport)
        : HttpLoad.start(specification, transport);
  }
}

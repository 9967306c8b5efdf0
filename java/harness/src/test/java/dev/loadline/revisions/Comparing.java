// A program that checks out and builds the house that it is told, says so, and waits: for tests
// that end it.
package dev.loadline.revisions;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

final class Comparing {
  private Comparing() {}

  public static void main(String[] arguments) throws InterruptedException {
    Path house = Path.of(arguments[0]);
    Path cache = Path.of(arguments[1]);
    Side side = CheckOut.side(house, Optional.empty(), System.out::println);
    BuildRevision.build(side, side.stacks(), System.out::println, cache, Duration.ofMinutes(5));
    System.out.println("all is there");
    Thread.sleep(Duration.ofMinutes(5).toMillis());
  }
}

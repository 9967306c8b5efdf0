// Asks services with their own client libraries: whether they truly answer, what they are, what
// they have done.
package dev.loadline.services;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

final class Ask {
  private static final int ANSWER_MILLIS = 2_000;
  private static final long ASK_EVERY_MILLIS = 50;

  private Ask() {}

  /** Tells how a service ended, if it has. */
  interface WhyEnded {
    WhyEnded NEVER = Optional::empty;

    Optional<String> whyEnded() throws InterruptedException;
  }

  /**
   * @return empty when it does not tell: whoever may read and write need not be allowed to see this
   */
  static Optional<Counts> counts(ServiceName name, String url) {
    try (Kind.Client client = Kind.of(name).connect(url, ANSWER_MILLIS)) {
      return Optional.of(client.counts());
    } catch (Exception refused) {
      return Optional.empty();
    }
  }

  /**
   * @return the product, such as {@code Redis 7.0.15}, once the service truly answers
   * @throws IOException it did not in time, or has ended
   */
  static String untilAnswers(ServiceName name, String url, long withinMillis, WhyEnded service)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(withinMillis);
    while (true) {
      try (Kind.Client client = Kind.of(name).connect(url, ANSWER_MILLIS)) {
        return client.product();
      } catch (Exception notYet) {
        Optional<String> ended = service.whyEnded();
        if (ended.isPresent()) {
          throw new IOException(ended.get(), notYet);
        }
        if (System.nanoTime() > deadline) {
          String reason = reasonOf(notYet);
          throw new IOException("no answer within " + withinMillis + " ms: " + reason, notYet);
        }
      }
      TimeUnit.MILLISECONDS.sleep(ASK_EVERY_MILLIS);
    }
  }

  /** The first line of what an error says. */
  static String reasonOf(Throwable error) {
    return String.valueOf(error.getMessage()).lines().findFirst().orElse(error.toString());
  }
}

// Tests that who came first is served first, and that none waits for ever.
package dev.loadline.workloads;

import static dev.loadline.workloads.ChecksTest.reasonOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BulkheadTest {
  private static final int PLACES = 16;

  private final Bulkhead bulkhead = new Bulkhead("MySQL", PLACES);
  private final CountDownLatch answer = new CountDownLatch(1);

  @AfterEach
  void answerAll() {
    answer.countDown();
  }

  @Test
  void whoWaitsComesBeforeTheOneThatWasJustServed() throws InterruptedException {
    occupy(PLACES - 1);
    List<String> served = new CopyOnWriteArrayList<>();
    Thread waiting = new Thread(() -> bulkhead.inTurn(() -> served.add("waiting")));
    bulkhead.inTurn(
        () -> {
          waiting.start();
          while (waiting.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
          }
          return served.add("first");
        });
    bulkhead.inTurn(() -> served.add("again"));
    waiting.join();
    assertThat(served).containsExactly("first", "waiting", "again");
  }

  @Test
  void whoWaitsTooLongIsRefused() throws InterruptedException {
    occupy(PLACES);
    assertThat(reasonOf(() -> bulkhead.inTurn(() -> true))).isEqualTo(Refused.Reason.UNAVAILABLE);
  }

  @Test
  void aCallThatFailsGivesItsPlaceBack() throws InterruptedException {
    occupy(PLACES - 1);
    assertThat(reasonOf(() -> bulkhead.inTurn(BulkheadTest::missing)))
        .isEqualTo(Refused.Reason.MISSING);
    assertThat(bulkhead.inTurn(() -> "duck")).isEqualTo("duck");
  }

  private static String missing() {
    throw Refused.missing("There is none.");
  }

  private void occupy(int places) throws InterruptedException {
    CountDownLatch asked = new CountDownLatch(places);
    IntStream.range(0, places)
        .forEach(place -> new Thread(() -> bulkhead.inTurn(() -> answered(asked))).start());
    asked.await();
  }

  private boolean answered(CountDownLatch asked) {
    asked.countDown();
    try {
      answer.await();
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
    return true;
  }
}

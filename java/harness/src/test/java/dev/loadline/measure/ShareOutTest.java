// Work that several share: it overlaps, each thing is done once, and a failure waits for the
// others.
package dev.loadline.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class ShareOutTest {
  private static final int WITHIN_SECONDS = 30;

  private final Queue<String> done = new ConcurrentLinkedQueue<>();

  @Test
  void twoAreDoneAtTheSameTime() throws Exception {
    CyclicBarrier both = new CyclicBarrier(2);
    ShareOut.among(
        List.of("one driver", "another"),
        List.of("base", "head"),
        (arm, driver) -> {
          await(both);
          done.add(arm);
        });
    assertThat(done).containsExactlyInAnyOrder("base", "head");
  }

  @Test
  void whoeverHasDoneOneTakesTheNext() throws Exception {
    List<String> arms = List.of("a", "b", "c", "d", "e");
    ShareOut.among(List.of(1, 2), arms, (arm, driver) -> done.add(arm));
    assertThat(done).containsExactlyInAnyOrderElementsOf(arms);
  }

  @Test
  void aFailureIsThrownOnceTheOtherHasEndedAndNothingIsBegunAfterIt() {
    CyclicBarrier both = new CyclicBarrier(2);
    assertThatThrownBy(
            () ->
                ShareOut.among(
                    List.of(1, 2),
                    List.of("broken", "sound", "never begun"),
                    (arm, driver) -> {
                      await(both);
                      if (arm.equals("broken")) {
                        throw new IllegalArgumentException("no luck");
                      }
                      TimeUnit.MILLISECONDS.sleep(200);
                      done.add(arm);
                    }))
        .hasMessage("no luck")
        .hasCauseInstanceOf(IllegalArgumentException.class);
    assertThat(done).containsExactly("sound");
  }

  private static void await(CyclicBarrier barrier) throws InterruptedException {
    try {
      barrier.await(WITHIN_SECONDS, TimeUnit.SECONDS);
    } catch (BrokenBarrierException | TimeoutException alone) {
      throw new AssertionError("they were not done at the same time", alone);
    }
  }
}

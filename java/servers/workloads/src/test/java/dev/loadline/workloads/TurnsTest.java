// Tests that calls to a service take turns, few and many of them.
package dev.loadline.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.Thread.State;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TurnsTest {
  private static final int CROWD = 300;

  private final Turns turns = new Turns(Service.REDIS);
  private final ExecutorService clients = Executors.newCachedThreadPool();
  private final AtomicInteger underWay = new AtomicInteger();

  @AfterEach
  void close() {
    clients.shutdownNow();
    turns.close();
  }

  @ParameterizedTest(name = "{0} clients")
  @ValueSource(ints = {1, 50, CROWD})
  void neverMoreThanThereAreConnections(int count) throws Exception {
    ConcurrentLinkedQueue<Integer> atOnce = new ConcurrentLinkedQueue<>();
    List<Future<Integer>> answers =
        take(
            count,
            () -> {
              atOnce.add(underWay.incrementAndGet());
              Thread.yield();
              return underWay.decrementAndGet();
            });
    for (Future<Integer> answer : answers) {
      answer.get();
    }
    assertThat(atOnce)
        .hasSize(count)
        .allSatisfy(calls -> assertThat(calls).isBetween(1, Limits.SERVICE_CONNECTIONS));
  }

  @Test
  void aCrowdGoesInOrder() throws Exception {
    Semaphore ends = new Semaphore(0);
    BlockingQueue<Integer> begun = new LinkedBlockingQueue<>();
    for (int client = 0; client < CROWD; client++) {
      int number = client;
      askAndWait(
          () -> {
            begun.add(number);
            ends.acquireUninterruptibly();
            return number;
          });
    }
    for (int turn = 0; turn < CROWD; turn++) {
      int next = begun.take();
      // As many threads as there are connections take the calls of a crowd from its queue.
      assertThat(next - turn).isBetween(-Limits.SERVICE_CONNECTIONS, Limits.SERVICE_CONNECTIONS);
      awaitThatAllWait();
      if (turn >= Limits.SERVICE_CONNECTIONS - 1) {
        ends.release();
      }
    }
    ends.release(CROWD);
  }

  /** Returns when the client has begun its call, or waits for its turn. */
  private void askAndWait(Supplier<Integer> call) throws InterruptedException {
    Thread client = new Thread(() -> turns.take(System.nanoTime(), call));
    client.setDaemon(true);
    client.start();
    while (!isWaiting(client)) {
      Thread.sleep(1);
    }
  }

  /** A thread of the crowd that gets no core for long would be passed by the others. */
  private static void awaitThatAllWait() throws InterruptedException {
    while (!Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("redis-crowd-"))
        .allMatch(TurnsTest::isWaiting)) {
      Thread.sleep(1);
    }
  }

  private static boolean isWaiting(Thread thread) {
    return thread.getState() == State.WAITING || thread.getState() == State.TIMED_WAITING;
  }

  @Test
  void whatACallThrowsIsThrownInACrowdToo() throws Exception {
    CountDownLatch open = new CountDownLatch(1);
    List<Future<Integer>> answers =
        take(
            CROWD,
            () -> {
              await(open);
              throw new ProblemException(Problem.notFound("/cache/none"));
            });
    open.countDown();
    for (Future<Integer> answer : answers) {
      assertThatThrownBy(answer::get)
          .hasCause(new ProblemException(Problem.notFound("/cache/none")));
    }
  }

  @Test
  void whoWaitsIsToldWhenTheServerStops() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    List<Future<Integer>> answers =
        take(
            CROWD,
            () -> {
              await(never);
              return 0;
            });
    turns.close();
    clients.shutdownNow();
    for (Future<Integer> answer : answers) {
      assertThatThrownBy(answer::get)
          .cause()
          .isInstanceOfSatisfying(
              ProblemException.class,
              refusal -> assertThat(refusal.problem().status()).isEqualTo(503));
    }
  }

  private <T> List<Future<T>> take(int clientCount, Supplier<T> call) {
    return IntStream.range(0, clientCount)
        .mapToObj(client -> clients.submit(() -> turns.take(System.nanoTime(), call)))
        .toList();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException serverStops) {
      Thread.currentThread().interrupt();
      throw Service.REDIS.unavailable();
    }
  }
}

// Tests what is answered while a service is missing, down or silent: 503, and soon.
package dev.loadline.workloads;

import static dev.loadline.workloads.QueryTest.statusOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Execution(ExecutionMode.CONCURRENT)
class AwayTest {
  /** 503 may take 2 s; here the first call loads the driver's classes within its time. */
  private static final Duration LIMIT = Duration.ofSeconds(3);

  private static final int BUSY_MILLIS = Limits.SERVICE_ANSWER_MILLIS + 50;

  /** A workload, its requests, and the address of its service at a port. */
  private record Workload(
      Function<String, AutoCloseable> open, List<Consumer<AutoCloseable>> requests, String url) {
    String urlAt(int port) {
      return url.formatted(port);
    }
  }

  static Stream<Arguments> workloads() {
    return Stream.of(
        arguments(
            "cache",
            new Workload(
                Cache::new,
                List.of(
                    cache -> ((Cache) cache).get("k"),
                    cache -> ((Cache) cache).put("k", new byte[1])),
                "redis://127.0.0.1:%d")),
        arguments(
            "records",
            new Workload(
                Records::new,
                List.of(
                    records -> ((Records) records).find(1),
                    records -> ((Records) records).add("x")),
                "mysql://u:p@127.0.0.1:%d/loadline")),
        arguments(
            "messages",
            new Workload(
                Messages::new,
                List.of(
                    messages -> ((Messages) messages).find("0123456789abcdef01234567"),
                    messages -> ((Messages) messages).add("x")),
                "mongodb://127.0.0.1:%d/loadline")));
  }

  @ParameterizedTest(name = "{0} without an address")
  @MethodSource("workloads")
  void withoutAnAddress(String name, Workload workload) throws Exception {
    expectUnavailable(workload, null);
  }

  @ParameterizedTest(name = "{0} with an address that is malformed")
  @MethodSource("workloads")
  void withAMalformedAddress(String name, Workload workload) throws Exception {
    expectUnavailable(workload, "http://127.0.0.1/");
  }

  @ParameterizedTest(name = "{0} with nobody at the address")
  @MethodSource("workloads")
  void withNobodyAtTheAddress(String name, Workload workload) throws Exception {
    expectUnavailable(workload, workload.urlAt(closedPort()));
  }

  @ParameterizedTest(name = "{0} while the service is silent")
  @MethodSource("workloads")
  void whileTheServiceIsSilent(String name, Workload workload) throws Exception {
    try (ServerSocket silent = silentSocket()) {
      expectUnavailable(workload, workload.urlAt(silent.getLocalPort()));
    }
  }

  @ParameterizedTest(name = "{0} for 100 requests at once while the service is silent")
  @MethodSource("workloads")
  void forManyWhileTheServiceIsSilent(String name, Workload workload) throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(100);
    try (ServerSocket silent = silentSocket();
        AutoCloseable opened = workload.open().apply(workload.urlAt(silent.getLocalPort()))) {
      List<Future<Duration>> answers =
          IntStream.range(0, 100)
              .mapToObj(i -> clients.submit(() -> answerTime(workload.requests().get(0), opened)))
              .toList();
      for (Future<Duration> answer : answers) {
        assertThat(answer.get()).isLessThan(LIMIT);
      }
    } finally {
      clients.shutdownNow();
    }
  }

  @Test
  void theProblemNamesTheService() {
    Problem problem = Service.REDIS.unavailable().problem();
    assertThat(problem.status()).isEqualTo(503);
    assertThat(problem.detail()).isEqualTo("Redis does not answer.");
  }

  @Test
  void aCallWaitsWhileTheServiceAnswersOthers() throws Exception {
    try (Calls calls = new Calls(Service.REDIS)) {
      occupy(calls, () -> "late");
      assertThat(calls.make(() -> "made").get()).isEqualTo("made");
    }
  }

  @Test
  void aCallIsNotMadeWhenTheServiceHasFailedWhileItWaited() throws Exception {
    try (Calls calls = new Calls(Service.REDIS)) {
      List<CompletableFuture<String>> failing =
          occupy(
              calls,
              () -> {
                throw Service.REDIS.unavailable();
              });
      Future<String> waiting = calls.make(() -> "made");
      Exception refused = catchThrowableOfType(ExecutionException.class, waiting::get);
      assertThat(refused).hasCause(Service.REDIS.unavailable());
      failing.forEach(call -> call.exceptionally(failure -> "failed").join());
      assertThat(calls.make(() -> "made").get()).isEqualTo("made");
    }
  }

  /** Every thread is busy for a while, and then ends so. */
  private static List<CompletableFuture<String>> occupy(Calls calls, Supplier<String> end) {
    return IntStream.range(0, Limits.SERVICE_CONNECTIONS)
        .mapToObj(
            i ->
                calls.make(
                    () -> {
                      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(BUSY_MILLIS));
                      return end.get();
                    }))
        .toList();
  }

  private static void expectUnavailable(Workload workload, String url) throws Exception {
    AutoCloseable opened = workload.open().apply(url);
    for (Consumer<AutoCloseable> request : workload.requests()) {
      assertThat(answerTime(request, opened)).isLessThan(LIMIT);
    }
    long startNanos = System.nanoTime();
    opened.close();
    assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isLessThan(LIMIT);
  }

  private static Duration answerTime(Consumer<AutoCloseable> request, AutoCloseable opened) {
    long startNanos = System.nanoTime();
    assertThat(statusOf(() -> request.accept(opened))).isEqualTo(503);
    return Duration.ofNanos(System.nanoTime() - startNanos);
  }

  private static int closedPort() throws IOException {
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return closed.getLocalPort();
    }
  }

  /** The kernel takes its connections, and nobody reads from them. */
  private static ServerSocket silentSocket() throws IOException {
    return new ServerSocket(0, 500, InetAddress.getLoopbackAddress());
  }
}

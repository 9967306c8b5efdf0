// A relay passes everything, nothing, or refuses, and counts whom it holds.
package dev.loadline.services;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RelayTest {
  private static final int SOON_MILLIS = 5_000;

  private EchoService service;
  private Relay relay;

  @BeforeEach
  void open() throws IOException {
    service = new EchoService();
    relay = Relay.open(service.url());
  }

  @AfterEach
  void close() throws IOException {
    relay.close();
    service.close();
  }

  @Test
  void keepsAllOfTheUrlButHostAndPort() {
    assertThat(relay.url()).isEqualTo("redis://duck:qu%40ck@127.0.0.1:" + port() + "/3");
    assertThat(relay.url()).isNotEqualTo(service.url());
  }

  @Test
  void passesBytesBothWays() throws IOException {
    try (Socket client = connect()) {
      assertThat(exchange(client, "quack")).isEqualTo("quack");
    }
  }

  @Test
  void passesMegabytesToAClientThatReadsLate() throws Exception {
    byte[] much = new byte[8_388_608];
    Arrays.fill(much, (byte) 'q');
    try (Socket client = connect()) {
      CompletableFuture<Void> sent =
          CompletableFuture.runAsync(
              () -> {
                try {
                  client.getOutputStream().write(much);
                } catch (IOException broken) {
                  throw new IllegalStateException(broken);
                }
              });
      TimeUnit.MILLISECONDS.sleep(200);
      assertThat(client.getInputStream().readNBytes(much.length)).isEqualTo(much);
      sent.get(SOON_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  @Test
  void refusesWhileItIsDownAndServesAgainOnTheSamePort() throws Exception {
    int port = port();
    relay.down();
    assertThatThrownBy(this::connect).isInstanceOf(ConnectException.class);
    relay.up();
    assertThat(port()).isEqualTo(port);
    try (Socket client = connect()) {
      assertThat(exchange(client, "quack")).isEqualTo("quack");
    }
  }

  @Test
  void keepsItsPortWhileProcessesAreStarted() throws Exception {
    CompletableFuture<Void> started = CompletableFuture.runAsync(RelayTest::startProcesses);
    while (!started.isDone()) {
      relay.down();
      assertThatThrownBy(this::connect).isInstanceOf(ConnectException.class);
      relay.up();
    }
    started.get();
    try (Socket client = connect()) {
      assertThat(exchange(client, "quack")).isEqualTo("quack");
    }
  }

  private static void startProcesses() {
    try {
      for (int count = 0; count < 100; count++) {
        new ProcessBuilder("true").start().waitFor();
      }
    } catch (IOException | InterruptedException failed) {
      throw new IllegalStateException(failed);
    }
  }

  @Test
  void cutsEveryConnectionWhenItGoesDown() throws Exception {
    try (Socket client = connect()) {
      exchange(client, "quack");
      relay.down();
      assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketException.class);
      assertThat(relay.connections()).isZero();
    }
  }

  @Test
  void deliversWithUpWhatWasSentWhileItWasSilent() throws Exception {
    try (Socket client = connect()) {
      exchange(client, "quack");
      relay.silent();
      send(client, "more");
      client.setSoTimeout(200);
      assertThatThrownBy(() -> client.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);
      assertThat(service.received()).isEqualTo("quack");
      relay.up();
      client.setSoTimeout(SOON_MILLIS);
      assertThat(receive(client, 4)).isEqualTo("more");
    }
  }

  @Test
  void doesNotDeliverTheLastWordsOfWhoHasGoneWhileItWasSilent() throws Exception {
    try (Socket client = connect()) {
      exchange(client, "quack");
      relay.silent();
      send(client, "more");
    }
    relay.up();
    await(() -> relay.connections() == 0);
    assertThat(service.received()).isEqualTo("quack");
  }

  @Test
  void takesConnectionsWhileItIsSilentAndShowsThemToTheServiceLater() throws Exception {
    relay.silent();
    try (Socket client = connect()) {
      send(client, "quack");
      await(() -> relay.connections() == 1);
      assertThat(service.connections()).isZero();
      relay.up();
      assertThat(receive(client, 5)).isEqualTo("quack");
    }
  }

  @Test
  void countsConnectionsAndTheMostAtOnce() throws Exception {
    try (Socket first = connect();
        Socket second = connect()) {
      exchange(first, "a");
      exchange(second, "b");
      assertThat(relay.connections()).isEqualTo(2);
    }
    await(() -> relay.connections() == 0);
    assertThat(relay.peakConnections()).isEqualTo(2);
    relay.resetPeak();
    assertThat(relay.peakConnections()).isZero();
  }

  @Test
  void countsNoConnectionBesideTheOneThatItReplaces() throws Exception {
    relay.silent();
    Queue<Socket> held = new ArrayDeque<>();
    for (int count = 0; count < 20; count++) {
      held.add(connect());
    }
    await(() -> relay.connections() == 20);
    for (int count = 0; count < 500; count++) {
      held.remove().close();
      held.add(connect());
    }
    await(() -> relay.connections() == 20);
    assertThat(relay.peakConnections()).isEqualTo(20);
    for (Socket left : held) {
      left.close();
    }
  }

  @Test
  void endsAConnectionThatTheServiceDoesNotTake() throws Exception {
    service.close();
    try (Socket client = connect()) {
      assertThat(client.getInputStream().read()).isEqualTo(-1);
    }
  }

  private int port() {
    return URI.create(relay.url()).getPort();
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket("127.0.0.1", port());
    socket.setSoTimeout(SOON_MILLIS);
    return socket;
  }

  private static String exchange(Socket client, String text) throws IOException {
    send(client, text);
    return receive(client, text.length());
  }

  private static void send(Socket client, String text) throws IOException {
    client.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static String receive(Socket client, int length) throws IOException {
    byte[] bytes = client.getInputStream().readNBytes(length);
    return new String(bytes, StandardCharsets.US_ASCII);
  }

  private static void await(BooleanSupplier holds) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SOON_MILLIS);
    while (!holds.getAsBoolean() && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
    assertThat(holds.getAsBoolean()).isTrue();
  }
}

// A stack's running process, and how it is asked to stop.
package dev.loadline.stacks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

public final class Server implements AutoCloseable, InCare.Charge {
  public static final String HOST = "127.0.0.1";

  private static final long STOP_WITHIN_MILLIS = 10_000;
  private static final long GONE_WITHIN_MILLIS = 2_000;

  /** A server that breaks its connections because it is dying needs a moment to be dead. */
  private static final long DYING_MILLIS = 200;

  /** What it wrote last may be read so much later than its end is seen. */
  private static final long LAST_WORDS_MILLIS = 500;

  private final String id;
  private final Process process;
  private final int port;
  private final TemporaryFolder temporaryFolder;
  private final ProcessTree tree;
  private final OutputTail stdout;
  private final OutputTail stderr;
  private long signalledNanos;
  private Stopped stopped;

  Server(String id, Process process, int port, TemporaryFolder temporaryFolder) {
    this.id = id;
    this.process = process;
    this.port = port;
    this.temporaryFolder = temporaryFolder;
    this.tree = new ProcessTree(process.toHandle());
    this.stdout = OutputTail.of(process.getInputStream(), id + " stdout");
    this.stderr = OutputTail.of(process.getErrorStream(), id + " stderr");
  }

  /** The variant's id. */
  public String id() {
    return id;
  }

  public long pid() {
    return process.pid();
  }

  /** The server's own process and those below it that are alive. */
  public List<Long> pids() {
    return tree.alive().stream().map(ProcessHandle::pid).toList();
  }

  public int port() {
    return port;
  }

  /** Without a slash at the end. */
  public String baseUrl() {
    return "http://" + HOST + ":" + port;
  }

  public TemporaryFolder temporaryFolder() {
    return temporaryFolder;
  }

  public boolean running() {
    return process.isAlive();
  }

  /** Has it ended after {@link #stop}, however well? */
  public synchronized boolean hasStopped() {
    return stopped != null;
  }

  /** Has it ended though nobody had asked, or does so within a moment? */
  public boolean endedByItself() throws InterruptedException {
    return signalledNanos == 0 && endedWithin(DYING_MILLIS);
  }

  /** Such as {@code exit code 1}; {@code still running} if it is. */
  public String howItEnded() {
    return running() ? "still running" : "exit code " + process.exitValue();
  }

  /** The end of what it wrote to standard error. */
  public String stderr() {
    return stderr.text();
  }

  /** The end of its standard error or, where that is empty, of its standard output. */
  public String lastOutput() {
    return stderr().isEmpty() ? stdout.text() : stderr();
  }

  /** Resident memory of the server and its children together. */
  public long residentBytes() {
    return tree.residentBytes();
  }

  /** Sends SIGTERM, once, to the server's own process. */
  public synchronized void terminate() {
    if (signalledNanos == 0) {
      tree.lookAgain();
      signalledNanos = System.nanoTime();
      process.destroy();
    }
  }

  public Stopped stop() throws InterruptedException {
    return stop(STOP_WITHIN_MILLIS);
  }

  /**
   * Asks the server to stop, and kills what does not. Its temporary folder is removed in any event.
   *
   * @return the same answer however often it is asked
   */
  public synchronized Stopped stop(long withinMillis) throws InterruptedException {
    if (stopped != null) {
      return stopped;
    }
    terminate();
    boolean late = !process.waitFor(withinMillis, TimeUnit.MILLISECONDS);
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - signalledNanos);
    List<String> leftBehind =
        late
            ? List.of(
                "process %d (did not end within %d ms of SIGTERM)".formatted(pid(), withinMillis))
            : leftBehind();
    kill();
    stopped = new Stopped(process.waitFor(), millis, leftBehind);
    return stopped;
  }

  /** Ends the server and all that it started without asking, and removes its folder. */
  @Override
  public void kill() {
    tree.kill();
    try {
      process.waitFor(GONE_WITHIN_MILLIS, TimeUnit.MILLISECONDS);
      temporaryFolder.remove();
    } catch (IOException undeletable) {
      throw new UncheckedIOException(undeletable);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    InCare.release(this);
  }

  @Override
  public void close() {
    if (stopped == null) {
      kill();
    }
  }

  boolean endedWithin(long millis) throws InterruptedException {
    if (!process.waitFor(millis, TimeUnit.MILLISECONDS)) {
      return false;
    }
    stdout.awaitEnd(LAST_WORDS_MILLIS);
    stderr.awaitEnd(LAST_WORDS_MILLIS);
    return true;
  }

  private List<String> leftBehind() throws InterruptedException {
    List<String> left = new ArrayList<>();
    for (ProcessHandle process : processesLeft()) {
      left.add("process " + process.pid());
    }
    if (accepts()) {
      left.add("port " + port);
    }
    try {
      temporaryFolder.names().forEach(name -> left.add("temporary file " + name));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return left;
  }

  private List<ProcessHandle> processesLeft() throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(GONE_WITHIN_MILLIS);
    List<ProcessHandle> left = tree.alive();
    while (!left.isEmpty() && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(10);
      left = tree.alive();
    }
    return left;
  }

  /** Does somebody take connections on its port? */
  public boolean accepts() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(HOST, port), (int) GONE_WITHIN_MILLIS);
      return true;
    } catch (IOException refused) {
      return false;
    }
  }
}

// The upload workload: a body to a temporary file, hashed on the way, never held in memory.
package dev.loadline.yardstick;

import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.DefaultEventExecutorGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;

final class Upload {
  static final long BYTES_MAX = 128L << 20;
  private static final int THREADS = 4;
  // How much of one upload may wait for its thread: reading stops above and goes on below.
  private static final int WAITING_BYTES_MAX = 512 << 10;
  private static final int WAITING_BYTES_LOW = 128 << 10;

  private final DefaultEventExecutorGroup files =
      new DefaultEventExecutorGroup(THREADS, new DefaultThreadFactory("upload", true));

  void answer(Exchange exchange) throws Problem {
    Sink sink = new Sink(exchange, files.next());
    exchange.receive(BYTES_MAX, sink);
    sink.begin();
  }

  /** Waits until the files of abandoned uploads are gone. */
  void close() {
    files.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(1, TimeUnit.SECONDS);
  }

  /** One upload: what is called by the event loop goes on, in order, on one thread for files. */
  private static final class Sink implements Exchange.Body {
    private final Exchange exchange;
    private final EventExecutor thread;
    private final MessageDigest md5 = md5();
    private Path path;
    private FileChannel file;
    private boolean failed;
    private long bytes;
    private int waitingBytes;

    Sink(Exchange exchange, EventExecutor thread) {
      this.exchange = exchange;
      this.thread = thread;
    }

    void begin() {
      thread.execute(() -> attempt(this::open));
    }

    @Override
    public void part(ByteBuf part) {
      int length = part.readableBytes();
      part.retain();
      waitingBytes += length;
      if (waitingBytes > WAITING_BYTES_MAX) {
        exchange.channel().config().setAutoRead(false);
      }
      thread.execute(
          () -> {
            attempt(() -> write(part.nioBuffer()));
            part.release();
            exchange.channel().eventLoop().execute(() -> written(length));
          });
    }

    @Override
    public void end() {
      thread.execute(() -> attempt(this::finish));
    }

    @Override
    public void abandon() {
      exchange.channel().config().setAutoRead(true);
      thread.execute(() -> attempt(this::remove));
    }

    private void written(int length) {
      waitingBytes -= length;
      if (waitingBytes < WAITING_BYTES_LOW && !exchange.isAnswered()) {
        exchange.channel().config().setAutoRead(true);
      }
    }

    private void open() throws IOException {
      path = Files.createTempFile("upload-", null);
      file = FileChannel.open(path, StandardOpenOption.WRITE);
    }

    private void write(ByteBuffer part) throws IOException {
      md5.update(part.duplicate());
      bytes += part.remaining();
      while (part.hasRemaining()) {
        file.write(part);
      }
    }

    private void finish() throws IOException {
      remove();
      String answer =
          "{\"bytes\":" + bytes + ",\"md5\":\"" + HexFormat.of().formatHex(md5.digest()) + "\"}";
      exchange.later(() -> exchange.json(answer));
    }

    private void remove() throws IOException {
      if (file != null) {
        file.close();
        Files.deleteIfExists(path);
      }
    }

    /** After a failure the rest of the upload is passed over. */
    private void attempt(Exchange.Step step) {
      if (failed) {
        return;
      }
      try {
        step.run();
      } catch (Exception failure) {
        failed = true;
        exchange.later(
            () -> {
              throw failure;
            });
        removeAfterFailure();
      }
    }

    private void removeAfterFailure() {
      try {
        remove();
      } catch (IOException stillThere) {
        System.err.println("yardstick: " + path + " could not be removed: " + stillThere);
      }
    }
  }

  private static MessageDigest md5() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("This JDK has no MD5.", e);
    }
  }
}

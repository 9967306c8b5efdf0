// One connection to Redis: commands go out in order, and their replies come back in order.
package dev.loadline.yardstick;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Works on one event loop. It fails once, together with everything that waits for it: a connection
 * whose oldest command got no reply in time is closed, so no late reply meets a later command.
 */
final class RedisConnection extends ByteToMessageDecoder {
  private static final int REPLY_MILLIS_MAX = 1_000;
  private static final int LOOK_MILLIS = 100;

  /** What takes the reply to one command. */
  interface Reply {
    /** The value, or null where Redis has none. */
    void value(byte[] value);

    /** Redis refused the command, or did not answer it. */
    void failed();
  }

  private record Waiting(Reply reply, long dueNanos) {}

  private final EventLoop loop;
  private final Channel channel;
  private final Future<?> looking;
  private final Queue<Waiting> waiting = new ArrayDeque<>();
  private ByteBuf unsent = Unpooled.buffer();
  private boolean flushing;
  private boolean closed;

  /** Begins to connect; commands may be sent at once. */
  RedisConnection(ServiceUrl url, EventLoop loop, Class<? extends Channel> type) {
    this.loop = loop;
    logIn(url);
    ChannelFuture connecting =
        new Bootstrap()
            .group(loop)
            .channel(type)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, REPLY_MILLIS_MAX)
            .handler(this)
            .connect(url.host(), url.port());
    channel = connecting.channel();
    looking = loop.scheduleAtFixedRate(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    connecting.addListener(attempt -> connected(attempt.isSuccess()));
  }

  boolean isClosed() {
    return closed;
  }

  /** Sends a command; those of one turn of the event loop go out together. */
  void send(Reply reply, byte[]... words) {
    encode(words);
    long dueNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(REPLY_MILLIS_MAX);
    waiting.add(new Waiting(reply, dueNanos));
    if (!flushing && channel != null && channel.isActive()) {
      flushing = true;
      loop.execute(this::flush);
    }
  }

  static byte[] word(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    int start = in.readerIndex();
    int lineLength = in.bytesBefore((byte) '\n');
    if (lineLength < 0) {
      return;
    }
    char type = (char) in.readByte();
    String line = in.readCharSequence(lineLength - 2, StandardCharsets.UTF_8).toString();
    in.skipBytes(2);
    switch (type) {
      case '+' -> waiting.remove().reply().value(word(line));
      case '-' -> waiting.remove().reply().failed();
      case '$' -> bulk(in, start, Integer.parseInt(line));
      default -> throw new IllegalStateException("a reply of Redis begins with " + type);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) throws Exception {
    super.channelInactive(context);
    close();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
    close();
  }

  /** Commands that are first in the queue; those that follow fail with them. */
  private void logIn(ServiceUrl url) {
    if (!url.password().isEmpty()) {
      String user = url.user().isEmpty() ? "default" : url.user();
      send(new LogIn(), word("AUTH"), word(user), word(url.password()));
    }
    if (!url.database().isEmpty()) {
      send(new LogIn(), word("SELECT"), word(url.database()));
    }
  }

  private void connected(boolean successfully) {
    if (successfully) {
      flush();
    } else {
      close();
    }
  }

  private void look() {
    if (!waiting.isEmpty() && System.nanoTime() - waiting.peek().dueNanos() > 0) {
      close();
    }
  }

  private void close() {
    if (closed) {
      return;
    }
    closed = true;
    looking.cancel(false);
    channel.close();
    unsent.release();
    unsent = Unpooled.EMPTY_BUFFER;
    for (Waiting command; (command = waiting.poll()) != null; ) {
      command.reply().failed();
    }
  }

  private void flush() {
    flushing = false;
    if (unsent.isReadable()) {
      ByteBuf commands = unsent;
      unsent = Unpooled.buffer();
      channel.writeAndFlush(commands, channel.voidPromise());
    }
  }

  private void encode(byte[]... words) {
    header('*', words.length);
    for (byte[] word : words) {
      header('$', word.length);
      unsent.writeBytes(word).writeShort('\r' << 8 | '\n');
    }
  }

  private void header(char type, int number) {
    unsent.writeByte(type);
    unsent.writeCharSequence(Integer.toString(number), StandardCharsets.US_ASCII);
    unsent.writeShort('\r' << 8 | '\n');
  }

  /** A value of so many bytes, or none; waits for more when it is not whole yet. */
  private void bulk(ByteBuf in, int start, int length) {
    if (length < 0) {
      waiting.remove().reply().value(null);
    } else if (in.readableBytes() < length + 2) {
      in.readerIndex(start);
    } else {
      byte[] value = new byte[length];
      in.readBytes(value).skipBytes(2);
      waiting.remove().reply().value(value);
    }
  }

  private final class LogIn implements Reply {
    @Override
    public void value(byte[] ok) {
      // The commands behind this one are already on their way.
    }

    @Override
    public void failed() {
      close();
    }
  }
}

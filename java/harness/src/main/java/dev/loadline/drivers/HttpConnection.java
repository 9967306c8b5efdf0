// One connection of an HTTP load: sends requests one after the other, and checks each answer.
package dev.loadline.drivers;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

final class HttpConnection implements LoadConnection {
  private final HttpWork work;
  private final Lap lap;
  private final Slice slice;
  private final Tally tally;
  private final long timeoutNanos;

  /** What is between us and the server; null while nothing is. */
  private Wire wire;

  private boolean isOpening;
  private boolean isInFlight;
  private boolean isAnswering;
  private long dueNanos;

  /** When the connection was begun, or the request sent. */
  private long sinceNanos;

  HttpConnection(HttpWork work, Lap lap, Slice slice) {
    this.work = work;
    this.lap = lap;
    this.slice = slice;
    this.tally = slice.tally();
    this.timeoutNanos = (long) (work.timeoutSeconds() * TimeUnit.SECONDS.toNanos(1));
  }

  @Override
  public void open() {
    Wire opened = new Wire();
    wire = opened;
    isOpening = true;
    isAnswering = false;
    sinceNanos = System.nanoTime();
    work.bootstrap()
        .clone()
        .handler(opened)
        .connect()
        .addListener(
            (ChannelFuture connected) -> {
              if (!connected.isSuccess() && wire == opened) {
                lost(connected.cause().getMessage());
              }
            });
  }

  @Override
  public void send(long dueNanos, long nowNanos) {
    lap.next();
    isInFlight = true;
    isAnswering = false;
    this.dueNanos = dueNanos;
    sinceNanos = nowNanos;
    wire.send(work.requests().get(lap.exchange()));
  }

  @Override
  public boolean isBusy() {
    return isInFlight || isOpening;
  }

  @Override
  public void checkTime(long nowNanos) {
    if (isBusy() && nowNanos - sinceNanos > timeoutNanos) {
      failed(ErrorKind.TIMEOUT, "no whole answer within " + Told.seconds(work.timeoutSeconds()));
    }
  }

  @Override
  public void close() {
    isOpening = false;
    isInFlight = false;
    if (wire != null) {
      wire.close();
      wire = null;
    }
  }

  private void lost(String reason) {
    String when = isAnswering ? "in the middle of its answer" : "before its answer";
    failed(ErrorKind.CONNECTION, reason + ", " + when);
  }

  /** The request in flight has got no answer, and the next one goes another way. */
  private void failed(ErrorKind kind, String reason) {
    String name = (isInFlight ? lap.check() : lap.nextCheck()).name();
    tally.failed(new Fault(kind, name + ": " + reason));
    lap.end();
    reopen();
  }

  private void reopen() {
    close();
    slice.gone(this);
    slice.reopen(this, 0);
  }

  /**
   * The whole answer is there.
   *
   * @param isLast whether the server closes the connection now, as it had announced
   */
  private void answered(boolean isLast) {
    count(System.nanoTime());
    if (isLast) {
      tally.reconnected();
      reopen();
    } else if (wire.isSending()) {
      // Who answers before all was sent will not read the rest.
      reopen();
    } else {
      slice.free(this);
    }
  }

  private void count(long nowNanos) {
    isInFlight = false;
    Optional<Fault> fault = lap.check().end();
    if (fault.isEmpty()) {
      tally.right(dueNanos, nowNanos, lap.exchange());
    } else {
      tally.wrong(fault.get(), lap.exchange());
      lap.end();
    }
  }

  /** The channel of one connection to the server, until it is closed. */
  private final class Wire extends ChannelInboundHandlerAdapter implements AnswerParser.Reader {
    private final AnswerParser parser = new AnswerParser(this);
    private Channel channel;
    private AnswerHead head;
    private LoadRequest request;
    private long unsentBytes;

    private boolean isCurrent() {
      return wire == this;
    }

    private boolean isSending() {
      return unsentBytes > 0;
    }

    private void send(LoadRequest next) {
      request = next;
      parser.begin(next.isHead(), lap.check().knownHead());
      unsentBytes = next.streamedBytes();
      channel.write(next.start(lap.words(), channel.alloc()), channel.voidPromise());
      sendBlocks();
    }

    private void sendBlocks() {
      while (isSending() && channel.isWritable()) {
        ByteBuf block = request.nextBlock(unsentBytes);
        unsentBytes -= block.readableBytes();
        channel.write(block, channel.voidPromise());
      }
      channel.flush();
    }

    private void close() {
      unsentBytes = 0;
      if (channel != null) {
        channel.close();
      }
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
      channel = context.channel();
      if (!isCurrent()) {
        channel.close();
        return;
      }
      isOpening = false;
      slice.free(HttpConnection.this);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
      if (isCurrent() && isSending()) {
        sendBlocks();
      }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ByteBuf bytes = (ByteBuf) message;
      try {
        if (isCurrent()) {
          received(bytes);
        }
      } catch (MalformedAnswer malformed) {
        String reason = "the answer is not well-formed HTTP (" + malformed.getMessage() + ")";
        failed(ErrorKind.PROTOCOL, reason);
      } finally {
        bytes.release();
      }
    }

    private void received(ByteBuf bytes) throws MalformedAnswer {
      if (!isInFlight) {
        throw new MalformedAnswer("it comes without a request");
      }
      isAnswering = true;
      boolean isWhole = parser.take(bytes);
      if (isWhole && bytes.isReadable()) {
        throw new MalformedAnswer("bytes follow it");
      }
      if (isWhole) {
        answered(head.announcesClose());
      }
    }

    @Override
    public void head(AnswerHead head) {
      this.head = head;
      lap.check().head(head);
    }

    @Override
    public void body(ByteBuf bytes, int at, int length) {
      lap.check().body(bytes, at, length);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      if (isCurrent() && isInFlight && parser.endsWithConnection()) {
        answered(true);
      } else {
        ended("the server closed the connection");
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      ended(cause.getMessage());
    }

    /** A server may close a connection that nobody uses. */
    private void ended(String reason) {
      if (isCurrent() && isInFlight) {
        lost(reason);
      } else if (isCurrent()) {
        reopen();
      }
    }
  }
}

// Takes HTTP/1 answers apart, wherever the bytes are cut.
package dev.loadline.drivers;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;

/**
 * Netty's own HttpClientCodec makes objects of every answer; under load nearly all heads equal the
 * last one of their exchange to the byte, and are not taken apart again.
 */
final class AnswerParser {
  private static final int HEAD_BYTES_MAX = 64 * 1024;
  private static final int LINE_BYTES_MAX = 8 * 1024;
  private static final long BODY_BYTES_MAX = 1L << 30;

  /** Who is told of an answer as it comes. */
  interface Reader {
    /** Of the answer itself, not of an interim one. */
    void head(AnswerHead head);

    /** The bytes are only lent. */
    void body(ByteBuf bytes, int at, int length);
  }

  private enum State {
    HEAD,
    BODY,
    BODY_UNTIL_CLOSE,
    CHUNK_SIZE,
    CHUNK,
    CHUNK_END,
    TRAILER,
    WHOLE
  }

  private final Reader reader;

  /** A head or a line that has begun; while it is empty, bytes are read where they are. */
  private final ByteBuf begun = Unpooled.buffer();

  private State state = State.WHOLE;
  private boolean isBodiless;
  private long left;
  private long bodyBytes;
  private KnownHead known;

  AnswerParser(Reader reader) {
    this.reader = reader;
  }

  /**
   * Begins the answer to another request.
   *
   * @param bodiless whether the request was HEAD
   * @param known of that request's exchange
   */
  void begin(boolean bodiless, KnownHead known) {
    state = State.HEAD;
    isBodiless = bodiless;
    this.known = known;
    bodyBytes = 0;
    begun.clear();
  }

  /** Whether the end of the connection ends the answer, and does not cut it off. */
  boolean endsWithConnection() {
    return state == State.BODY_UNTIL_CLOSE;
  }

  /**
   * @return whether the answer is whole; bytes after it stay unread
   */
  boolean take(ByteBuf bytes) throws MalformedAnswer {
    while (state != State.WHOLE && bytes.isReadable()) {
      switch (state) {
        case HEAD -> takeHead(bytes);
        case BODY, CHUNK, BODY_UNTIL_CLOSE -> takeBody(bytes);
        default -> takeLine(bytes);
      }
    }
    return state == State.WHOLE;
  }

  private void takeHead(ByteBuf bytes) throws MalformedAnswer {
    if (!begun.isReadable() && known.begins(bytes)) {
      bytes.skipBytes(known.length());
      headEnded(known.head());
    } else {
      gatherHead(bytes);
    }
  }

  private void gatherHead(ByteBuf bytes) throws MalformedAnswer {
    while (bytes.isReadable()) {
      int lineEnd = bytes.bytesBefore((byte) '\n');
      begun.writeBytes(bytes, lineEnd < 0 ? bytes.readableBytes() : lineEnd + 1);
      if (begun.readableBytes() > HEAD_BYTES_MAX) {
        throw new MalformedAnswer("its head is over 64 KiB");
      }
      if (lineEnd >= 0 && endsWithEmptyLine()) {
        AnswerHead head = AnswerHead.of(begun.toString(StandardCharsets.ISO_8859_1));
        known.learn(begun, head);
        begun.clear();
        headEnded(head);
        return;
      }
    }
  }

  private boolean endsWithEmptyLine() {
    int end = begun.writerIndex();
    return end >= 2 && begun.getByte(end - 2) == '\n'
        || end >= 3 && begun.getByte(end - 2) == '\r' && begun.getByte(end - 3) == '\n';
  }

  private void headEnded(AnswerHead head) throws MalformedAnswer {
    if (head.isInterim()) {
      return;
    }
    reader.head(head);
    if (isBodiless || !head.hasBody()) {
      state = State.WHOLE;
    } else if (head.isChunked()) {
      state = State.CHUNK_SIZE;
    } else if (head.contentLength() < 0) {
      state = State.BODY_UNTIL_CLOSE;
      left = Long.MAX_VALUE;
    } else {
      left = bounded(head.contentLength());
      state = left == 0 ? State.WHOLE : State.BODY;
    }
  }

  private long bounded(long length) throws MalformedAnswer {
    if (length > BODY_BYTES_MAX) {
      throw new MalformedAnswer("its body is over 1 GiB");
    }
    return length;
  }

  private void takeBody(ByteBuf bytes) throws MalformedAnswer {
    int length = (int) Math.min(left, bytes.readableBytes());
    bodyBytes = bounded(bodyBytes + length);
    reader.body(bytes, bytes.readerIndex(), length);
    bytes.skipBytes(length);
    left -= length;
    if (left == 0) {
      state = state == State.CHUNK ? State.CHUNK_END : State.WHOLE;
    }
  }

  private void takeLine(ByteBuf bytes) throws MalformedAnswer {
    int lineEnd = bytes.bytesBefore((byte) '\n');
    begun.writeBytes(bytes, lineEnd < 0 ? bytes.readableBytes() : lineEnd + 1);
    if (begun.readableBytes() > LINE_BYTES_MAX) {
      throw new MalformedAnswer("a line between its chunks is over 8 KiB");
    }
    if (lineEnd >= 0) {
      String line = begun.toString(StandardCharsets.ISO_8859_1).stripTrailing();
      begun.clear();
      lineEnded(line);
    }
  }

  private void lineEnded(String line) throws MalformedAnswer {
    switch (state) {
      case CHUNK_SIZE -> {
        left = chunkSize(line);
        state = left == 0 ? State.TRAILER : State.CHUNK;
      }
      case CHUNK_END -> {
        if (!line.isEmpty()) {
          throw new MalformedAnswer("a chunk is longer than its size");
        }
        state = State.CHUNK_SIZE;
      }
      default -> state = line.isEmpty() ? State.WHOLE : State.TRAILER;
    }
  }

  private static long chunkSize(String line) throws MalformedAnswer {
    String size = line.split(";", 2)[0].strip();
    if (!size.matches("[0-9A-Fa-f]{1,15}")) {
      throw new MalformedAnswer("the size of a chunk is " + Told.quoted(line));
    }
    return Long.parseLong(size, 16);
  }
}

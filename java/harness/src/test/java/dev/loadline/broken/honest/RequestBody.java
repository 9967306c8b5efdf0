// The body of a request, whether its length was announced or it comes in chunks.
package dev.loadline.broken.honest;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/** Reads a body from the connection, and asks a client that waits for it to continue first. */
public final class RequestBody extends InputStream {
  private static final int LINE_CHARACTERS = 1 << 10;

  private final Request.Input in;
  private final Request.InterimAnswer interim;
  private final boolean chunked;
  private final long announced;

  /** Bytes that are left of the body or, where it is chunked, of the chunk. */
  private long left;

  private boolean ended;
  private boolean awaited;
  private boolean inChunks;

  private RequestBody(
      Request.Input in,
      Request.InterimAnswer interim,
      boolean chunked,
      long announced,
      boolean awaited) {
    this.in = in;
    this.interim = interim;
    this.chunked = chunked;
    this.announced = announced;
    this.left = announced;
    this.awaited = awaited;
    this.ended = !chunked && announced == 0;
  }

  static RequestBody of(
      Map<String, String> headers, Request.Input in, Request.InterimAnswer interim) {
    String transfer = headers.get("transfer-encoding");
    String length = headers.get("content-length");
    boolean chunked = "chunked".equalsIgnoreCase(transfer);
    boolean wellFormed =
        transfer == null
            ? length == null || length.matches("[0-9]{1,18}")
            : chunked && length == null;
    if (!wellFormed) {
      throw Refusal.badRequest("The length of the body is not well formed.");
    }
    boolean awaited = "100-continue".equalsIgnoreCase(headers.get("expect"));
    return new RequestBody(
        in, interim, chunked, length == null ? 0 : Long.parseLong(length), awaited);
  }

  /** The bytes that Content-Length announced; 0 where it did not. */
  long announced() {
    return announced;
  }

  /** Whether all of it has been read, so that the next request may follow. */
  boolean ended() {
    return ended;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (ended || length == 0) {
      return ended ? -1 : 0;
    }
    try {
      return readOn(bytes, offset, length);
    } catch (IOException broken) {
      throw new PeerGone(broken);
    }
  }

  private int readOn(byte[] bytes, int offset, int length) throws IOException {
    if (awaited) {
      awaited = false;
      interim.send();
    }
    if (chunked && left == 0) {
      nextChunk();
      if (ended) {
        return -1;
      }
    }
    int count = in.read(bytes, offset, (int) Math.min(length, left));
    if (count < 0) {
      throw new EOFException("the body ended early");
    }
    left -= count;
    ended = !chunked && left == 0;
    return count;
  }

  private void nextChunk() throws IOException {
    if (inChunks && !in.line(LINE_CHARACTERS).isEmpty()) {
      throw Refusal.badRequest("A chunk is longer than it says.");
    }
    inChunks = true;
    String size = in.line(LINE_CHARACTERS).split(";", 2)[0].strip();
    if (!size.matches("[0-9A-Fa-f]{1,15}")) {
      throw Refusal.badRequest("The size of a chunk is not a hexadecimal number.");
    }
    left = Long.parseLong(size, 16);
    if (left == 0) {
      passOverTrailers();
      ended = true;
    }
  }

  private void passOverTrailers() throws IOException {
    while (!in.line(LINE_CHARACTERS).isEmpty()) {
      // Nobody asks for trailers.
    }
  }
}

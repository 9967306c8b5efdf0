// Writes a body in chunks.
package dev.loadline.broken.honest;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Collects up to 16 KiB a chunk; {@code finish} says that the body is complete. */
final class ChunkedOutput extends OutputStream {
  private final OutputStream out;
  private final byte[] chunk = new byte[16 << 10];
  private int filled;

  ChunkedOutput(OutputStream out) {
    this.out = out;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    int from = offset;
    int left = length;
    while (left > 0) {
      if (filled == chunk.length) {
        writeChunk();
      }
      int count = Math.min(left, chunk.length - filled);
      System.arraycopy(bytes, from, chunk, filled, count);
      filled += count;
      from += count;
      left -= count;
    }
  }

  @Override
  public void flush() throws IOException {
    writeChunk();
    out.flush();
  }

  void finish() throws IOException {
    writeChunk();
    out.write("0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
  }

  private void writeChunk() throws IOException {
    if (filled > 0) {
      out.write((Integer.toHexString(filled) + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
      out.write(chunk, 0, filled);
      out.write('\r');
      out.write('\n');
      filled = 0;
    }
  }
}

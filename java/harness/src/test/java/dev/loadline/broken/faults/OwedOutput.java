// Takes everything that is written, and owes it to whoever does not read.
package dev.loadline.broken.faults;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Takes everything at once and writes it when the client reads. */
final class OwedOutput extends OutputStream {
  private static final byte[] END = {};

  private final BlockingQueue<byte[]> owed = new LinkedBlockingQueue<>();
  private final Thread writer;

  OwedOutput(OutputStream out) {
    writer = new Thread(() -> writeTo(out));
    writer.setDaemon(true);
    writer.start();
  }

  @Override
  public void write(int b) {
    owed.add(new byte[] {(byte) b});
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    owed.add(Arrays.copyOfRange(bytes, offset, offset + length));
  }

  @Override
  public void close() throws IOException {
    owed.add(END);
    try {
      writer.join();
    } catch (InterruptedException interrupted) {
      throw new IOException(interrupted);
    }
  }

  private void writeTo(OutputStream out) {
    try {
      for (byte[] next = owed.take(); next != END; next = owed.take()) {
        out.write(next);
        out.flush();
      }
    } catch (IOException | InterruptedException clientGone) {
      owed.clear();
    }
  }
}

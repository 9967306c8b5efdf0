// Messages that are sent without reading, until the server stops taking them.
package dev.loadline.contracts;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

final class Flood {
  private static final long PATIENCE_MILLIS = 1_000;
  private static final int MIB = 1 << 20;

  private final int messageBytes;
  private final FrameConnection webSocket;
  private ByteBuffer unsent = ByteBuffer.allocate(0);
  private int begun;

  Flood(FrameConnection webSocket, int messageBytes) {
    this.webSocket = webSocket;
    this.messageBytes = messageBytes;
  }

  List<Finding> run(long offeredMiB, long acceptedMiBMax) throws IOException {
    long accepted = 0;
    boolean taken = true;
    while (taken && accepted < offeredMiB * MIB) {
      unsent = ByteBuffer.wrap(Frame.of(Frame.BINARY, message(begun++)).bytes());
      taken = webSocket.connection().offer(unsent, PATIENCE_MILLIS);
      accepted += unsent.position();
    }
    if (accepted <= acceptedMiBMax * MIB) {
      return List.of();
    }
    String actual = "%.1f MiB".formatted((double) accepted / MIB);
    String expected = "at most " + acceptedMiBMax + " MiB";
    return List.of(new Finding("accepted from a client that does not read", expected, actual));
  }

  /** Reads everything that was accepted, the last message being sent to its end first. */
  List<Finding> drain() throws IOException {
    webSocket.connection().send(unsent);
    for (int k = 0; k < begun; k++) {
      Frame frame = webSocket.next();
      if (frame.opcode() != Frame.BINARY || !Arrays.equals(frame.payload(), message(k))) {
        String expected = Frame.of(Frame.BINARY, message(k)).shown();
        return List.of(new Finding("message " + (k + 1), expected, frame.shown()));
      }
    }
    return List.of();
  }

  /** Message k begins with its number, so that a lost or repeated one shows. */
  private byte[] message(int k) {
    byte[] message = new byte[messageBytes];
    Arrays.fill(message, (byte) (k * 31));
    ByteBuffer.wrap(message)
        .put(ByteBuffer.allocate(4).putInt(0, k).limit(Math.min(4, messageBytes)));
    return message;
  }
}

// Reads WebSocket frames from bytes as they come, and joins them into messages (RFC 6455).
package dev.loadline.grizzly

import dev.loadline.workloads.Limits
import groovy.transform.CompileStatic
import java.nio.ByteBuffer
import java.nio.charset.CharacterCodingException
import java.nio.charset.StandardCharsets
import org.glassfish.grizzly.Buffer

/**
 * Grizzly's own reader holds whole frames of any length, takes frames that are not masked, and
 * knows no limit for a message.
 */
@CompileStatic
final class FrameReader {
  static final int NO_CODE = 1005
  private static final int PROTOCOL_ERROR = 1002
  private static final int NOT_UTF8 = 1007
  private static final int TOO_LARGE = 1009
  private static final int CONTROL_BYTES_MAX = 125
  private static final int CONTINUATION = 0
  private static final int TEXT = 1
  private static final int BINARY = 2
  private static final int CLOSE = 8
  private static final int PING = 9
  private static final int PONG = 10
  private static final byte[] NOTHING = new byte[0]

  /** What is told of the frames. */
  interface Frames {
    void text(String text)

    void binary(byte[] bytes)

    void ping(byte[] payload)

    void closed(int code)
  }

  /** A frame that breaks the rules, and the code to close with. */
  static final class Violation extends RuntimeException {
    final int code

    Violation(int code, String message) {
      super(message, null, false, false)
      this.code = code
    }
  }

  private final Frames frames
  private final byte[] header = new byte[14]
  private int headerBytes
  private int headerLength = 2
  private int opcode
  private boolean isFinal
  private int messageType
  private byte[] message = NOTHING
  private byte[] payload
  private int payloadStart
  private int payloadAt

  FrameReader(Frames frames) {
    this.frames = frames
  }

  /** Reads all of the input, unless a close frame ends it. */
  void read(Buffer input) {
    while (input.hasRemaining() || payload != null && payloadAt == payload.length) {
      if (payload == null) {
        readHeader(input)
      } else {
        readPayload(input)
      }
    }
  }

  private void readHeader(Buffer input) {
    header[headerBytes++] = input.get()
    if (headerBytes == 2) {
      checkStart()
      int length = header[1] & 0x7f
      headerLength = 6 + (length == 126 ? 2 : length == 127 ? 8 : 0)
    }
    if (headerBytes == headerLength) {
      beginPayload(length())
      headerBytes = 0
      headerLength = 2
    }
  }

  private void checkStart() {
    isFinal = (header[0] & 0x80) != 0
    opcode = header[0] & 0x0f
    expect((header[0] & 0x70) == 0, 'A reserved bit is set.')
    expect(opcode <= BINARY || opcode >= CLOSE && opcode <= PONG, 'The opcode is unknown.')
    expect((header[1] & 0x80) != 0, 'A frame from a client must be masked.')
    if (opcode >= CLOSE) {
      expect(isFinal, 'A control frame must not be fragmented.')
      expect((header[1] & 0x7f) <= CONTROL_BYTES_MAX, 'A control frame has at most 125 bytes.')
    } else {
      boolean isStart = opcode != CONTINUATION
      expect(isStart == (messageType == 0), 'A fragment is out of order.')
    }
  }

  private long length() {
    ByteBuffer bytes = ByteBuffer.wrap(header)
    switch (headerLength) {
      case 6:
        return header[1] & 0x7f
      case 8:
        return bytes.getShort(2) & 0xffff
      default:
        return bytes.getLong(2)
    }
  }

  /** A message grows in place, fragment by fragment; a control frame stands by itself. */
  private void beginPayload(long length) {
    boolean isControl = opcode >= CLOSE
    payloadStart = isControl ? 0 : message.length
    if (length < 0 || payloadStart + length > Limits.MESSAGE_BYTES) {
      throw new Violation(TOO_LARGE, "A message may have at most $Limits.MESSAGE_BYTES bytes.")
    }
    if (opcode == TEXT || opcode == BINARY) {
      messageType = opcode
    }
    payload = isControl ? new byte[(int) length] : Arrays.copyOf(message, payloadStart + (int) length)
    payloadAt = payloadStart
  }

  private void readPayload(Buffer input) {
    int count = Math.min(input.remaining(), payload.length - payloadAt)
    input.get(payload, payloadAt, count)
    unmask(count)
    payloadAt += count
    if (payloadAt == payload.length) {
      byte[] complete = payload
      payload = null
      end(complete)
    }
  }

  private void unmask(int count) {
    int mask = maskStart()
    for (int i = payloadAt; i < payloadAt + count; i++) {
      payload[i] = (byte) (payload[i] ^ header[mask + (i - payloadStart & 3)])
    }
  }

  /** The header stays as it was until the next one begins. */
  private int maskStart() {
    int length = header[1] & 0x7f
    return length == 126 ? 4 : length == 127 ? 10 : 2
  }

  private void end(byte[] complete) {
    switch (opcode) {
      case PING:
        frames.ping(complete)
        break
      case PONG:
        break
      case CLOSE:
        frames.closed(closeCode(complete))
        break
      default:
        endFragment(complete)
    }
  }

  private void endFragment(byte[] complete) {
    if (!isFinal) {
      message = complete
      return
    }
    int type = messageType
    messageType = 0
    message = NOTHING
    if (type == TEXT) {
      frames.text(utf8(ByteBuffer.wrap(complete)))
    } else {
      frames.binary(complete)
    }
  }

  private static int closeCode(byte[] body) {
    if (body.length == 0) {
      return NO_CODE
    }
    expect(body.length > 1, 'A close frame has no code or one of two bytes.')
    ByteBuffer bytes = ByteBuffer.wrap(body)
    int code = bytes.getShort() & 0xffff
    boolean isAssigned = code >= 1000 && code <= 1014 && !(code in [1004, 1005, 1006])
    expect(isAssigned || code >= 3000 && code <= 4999, 'A close frame has no such code.')
    utf8(bytes)
    return code
  }

  private static String utf8(ByteBuffer bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString()
    } catch (CharacterCodingException malformed) {
      throw new Violation(NOT_UTF8, 'The text is not UTF-8.')
    }
  }

  private static void expect(boolean holds, String rule) {
    if (!holds) {
      throw new Violation(PROTOCOL_ERROR, rule)
    }
  }
}

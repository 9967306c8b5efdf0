// A WebSocket that joins the fragments of a message, and closes when one is too long.
package dev.loadline.grizzly

import dev.loadline.workloads.Limits
import groovy.transform.CompileStatic
import java.nio.charset.StandardCharsets
import org.glassfish.grizzly.http.HttpRequestPacket
import org.glassfish.grizzly.websockets.DefaultWebSocket
import org.glassfish.grizzly.websockets.ProtocolHandler
import org.glassfish.grizzly.websockets.WebSocketListener

@CompileStatic
final class WholeMessageSocket extends DefaultWebSocket {
  static final int BYTES_MAX = Limits.MESSAGE_BYTES
  static final int TOO_LARGE = 1009

  private final ByteArrayOutputStream fragments = new ByteArrayOutputStream()

  WholeMessageSocket(
      ProtocolHandler protocol, HttpRequestPacket request, WebSocketListener... listeners) {
    super(protocol, request, listeners)
  }

  @Override
  void onMessage(String text) {
    if (text.length() > BYTES_MAX) {
      close(TOO_LARGE)
    } else {
      super.onMessage(text)
    }
  }

  @Override
  void onMessage(byte[] binary) {
    if (binary.length > BYTES_MAX) {
      close(TOO_LARGE)
    } else {
      super.onMessage(binary)
    }
  }

  @Override
  void onFragment(boolean isLast, String fragment) {
    join(fragment.getBytes(StandardCharsets.UTF_8))
    if (isLast) {
      onMessage(fragments.toString(StandardCharsets.UTF_8))
      fragments.reset()
    }
  }

  @Override
  void onFragment(boolean isLast, byte[] fragment) {
    join(fragment)
    if (isLast) {
      onMessage(fragments.toByteArray())
      fragments.reset()
    }
  }

  private void join(byte[] fragment) {
    if (fragments.size() + fragment.length > BYTES_MAX) {
      close(TOO_LARGE)
    } else {
      fragments.write(fragment)
    }
  }
}

// Sends every WebSocket message back.
package dev.loadline.grizzly

import dev.loadline.workloads.Limits
import groovy.transform.CompileStatic
import java.nio.charset.StandardCharsets
import org.glassfish.grizzly.http.HttpRequestPacket
import org.glassfish.grizzly.websockets.DefaultWebSocket
import org.glassfish.grizzly.websockets.ProtocolHandler
import org.glassfish.grizzly.websockets.WebSocket
import org.glassfish.grizzly.websockets.WebSocketApplication
import org.glassfish.grizzly.websockets.WebSocketListener

@CompileStatic
final class EchoApplication extends WebSocketApplication {
  static final int TOO_LARGE = 1009

  @Override
  WebSocket createSocket(
      ProtocolHandler protocol, HttpRequestPacket request, WebSocketListener... listeners) {
    return new EchoSocket(protocol, request, listeners)
  }

  /** Joins the fragments of a message, which Grizzly hands out one by one. */
  private static final class EchoSocket extends DefaultWebSocket {
    private final ByteArrayOutputStream fragments = new ByteArrayOutputStream()

    EchoSocket(
        ProtocolHandler protocol, HttpRequestPacket request, WebSocketListener... listeners) {
      super(protocol, request, listeners)
    }

    @Override
    void onMessage(String text) {
      text.length() > Limits.MESSAGE_BYTES ? close(TOO_LARGE) : send(text)
    }

    @Override
    void onMessage(byte[] binary) {
      binary.length > Limits.MESSAGE_BYTES ? close(TOO_LARGE) : send(binary)
    }

    @Override
    void onFragment(boolean isLast, String fragment) {
      byte[] whole = joined(isLast, fragment.getBytes(StandardCharsets.UTF_8))
      if (whole != null) {
        onMessage(new String(whole, StandardCharsets.UTF_8))
      }
    }

    @Override
    void onFragment(boolean isLast, byte[] fragment) {
      byte[] whole = joined(isLast, fragment)
      if (whole != null) {
        onMessage(whole)
      }
    }

    /** The message, or null before its last fragment. */
    private byte[] joined(boolean isLast, byte[] fragment) {
      if (fragments.size() + fragment.length > Limits.MESSAGE_BYTES) {
        close(TOO_LARGE)
        return null
      }
      fragments.write(fragment)
      byte[] message = isLast ? fragments.toByteArray() : null
      if (isLast) {
        fragments.reset()
      }
      return message
    }
  }
}

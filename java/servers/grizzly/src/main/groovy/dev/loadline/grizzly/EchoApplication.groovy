// Sends every WebSocket message back.
package dev.loadline.grizzly

import groovy.transform.CompileStatic
import org.glassfish.grizzly.http.HttpRequestPacket
import org.glassfish.grizzly.websockets.ProtocolHandler
import org.glassfish.grizzly.websockets.WebSocket
import org.glassfish.grizzly.websockets.WebSocketApplication
import org.glassfish.grizzly.websockets.WebSocketListener

@CompileStatic
final class EchoApplication extends WebSocketApplication {
  static final String PATH = '/echo'
  private static final int GOING_AWAY = 1001

  @Override
  WebSocket createSocket(
      ProtocolHandler protocol, HttpRequestPacket request, WebSocketListener... listeners) {
    return new StrictWebSocket(protocol, listeners)
  }

  @Override
  void onMessage(WebSocket socket, String text) {
    socket.send(text)
  }

  @Override
  void onMessage(WebSocket socket, byte[] binary) {
    socket.send(binary)
  }

  /** Tells every client that the server stops. */
  void goAway() {
    webSockets.each { socket -> socket.close(GOING_AWAY) }
  }
}

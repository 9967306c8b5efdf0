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
  @Override
  WebSocket createSocket(
      ProtocolHandler protocol, HttpRequestPacket request, WebSocketListener... listeners) {
    return new WholeMessageSocket(protocol, request, listeners)
  }

  @Override
  void onMessage(WebSocket socket, String text) {
    socket.send(text)
  }

  @Override
  void onMessage(WebSocket socket, byte[] binary) {
    socket.send(binary)
  }
}

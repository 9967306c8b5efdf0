// Puts WebSocket into Grizzly's chain of filters, with the rules of RFC 6455 that Grizzly leaves out.
package dev.loadline.grizzly

import groovy.transform.CompileStatic
import org.glassfish.grizzly.Buffer
import org.glassfish.grizzly.Connection
import org.glassfish.grizzly.WriteHandler
import org.glassfish.grizzly.filterchain.FilterChainContext
import org.glassfish.grizzly.filterchain.NextAction
import org.glassfish.grizzly.http.HttpContent
import org.glassfish.grizzly.http.HttpRequestPacket
import org.glassfish.grizzly.http.Method
import org.glassfish.grizzly.http.server.NetworkListener
import org.glassfish.grizzly.websockets.WebSocketAddOn
import org.glassfish.grizzly.websockets.WebSocketApplication
import org.glassfish.grizzly.websockets.WebSocketEngine
import org.glassfish.grizzly.websockets.WebSocketFilter
import org.glassfish.grizzly.websockets.WebSocketHolder

@CompileStatic
final class EchoAddOn extends WebSocketAddOn {
  EchoAddOn(WebSocketApplication application) {
    WebSocketEngine.engine.register('', EchoApplication.PATH, application)
  }

  @Override
  protected WebSocketFilter createWebSocketFilter() {
    return new StrictWebSocketFilter(timeoutInSeconds)
  }
}

/**
 * Upgrades what is a proper request for it, reads frames with {@link FrameReader}, and reads no more
 * while the client does not take the answers.
 */
@CompileStatic
final class StrictWebSocketFilter extends WebSocketFilter {
  StrictWebSocketFilter(long timeoutSeconds) {
    super(timeoutSeconds)
  }

  @Override
  NextAction handleRead(FilterChainContext context) throws IOException {
    HttpContent message = context.message
    if (!webSocketInProgress(context.connection)) {
      boolean proper = isProperUpgrade((HttpRequestPacket) message.httpHeader)
      return proper ? super.handleRead(context) : context.invokeAction
    }
    Buffer frames = message.content
    message.recycle()
    StrictWebSocket socket = (StrictWebSocket) WebSocketHolder.getWebSocket(context.connection)
    socket.read(frames)
    frames.tryDispose()
    return context.connection.canWrite() ? context.stopAction : pause(context)
  }

  /** What is not goes on to the handlers, which answer with a problem. */
  private static boolean isProperUpgrade(HttpRequestPacket request) {
    return (
      request.method == Method.GET
        && request.requestURI == EchoApplication.PATH
        && 'websocket'.equalsIgnoreCase(request.getHeader('Upgrade'))
        && hasToken(request.getHeader('Connection'), 'upgrade')
        && request.getHeader('Sec-WebSocket-Version') == '13'
        && request.getHeader('Sec-WebSocket-Key')?.matches('[A-Za-z0-9+/]{22}==')
    )
  }

  private static boolean hasToken(String header, String token) {
    return header != null && header.split(',').any { String part -> part.strip().equalsIgnoreCase(token) }
  }

  /** A suspended context does not read; it goes on when the queue of writes has room. */
  private static NextAction pause(FilterChainContext context) {
    NextAction suspended = context.suspendAction
    context.suspend()
    context.connection.notifyCanWrite(new WriteHandler() {
      @Override
      void onWritePossible() {
        context.resume(context.stopAction)
      }

      @Override
      void onError(Throwable gone) {
        context.completeAndRecycle()
      }
    })
    return suspended
  }
}

// Puts WebSocket into Grizzly's chain of filters, with the rules of RFC 6455 that Grizzly leaves out.
package dev.loadline.grizzly

import groovy.transform.CompileStatic
import org.glassfish.grizzly.Buffer
import org.glassfish.grizzly.WriteHandler
import org.glassfish.grizzly.filterchain.FilterChainContext
import org.glassfish.grizzly.filterchain.NextAction
import org.glassfish.grizzly.http.HttpContent
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
 * Reads frames with {@link FrameReader}, and reads no more while the client does not take the
 * answers.
 */
@CompileStatic
final class StrictWebSocketFilter extends WebSocketFilter {
  StrictWebSocketFilter(long timeoutSeconds) {
    super(timeoutSeconds)
  }

  @Override
  NextAction handleRead(FilterChainContext context) throws IOException {
    if (!webSocketInProgress(context.connection)) {
      return super.handleRead(context)
    }
    HttpContent message = context.message
    Buffer frames = message.content
    message.recycle()
    StrictWebSocket socket = (StrictWebSocket) WebSocketHolder.getWebSocket(context.connection)
    socket.read(frames)
    frames.tryDispose()
    return context.connection.canWrite() ? context.stopAction : pause(context)
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

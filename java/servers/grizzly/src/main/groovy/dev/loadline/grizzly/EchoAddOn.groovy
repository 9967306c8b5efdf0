// Puts WebSocket into Grizzly's chain of filters, and bounds what a connection holds in memory.
package dev.loadline.grizzly

import dev.loadline.workloads.Limits
import groovy.transform.CompileStatic
import org.glassfish.grizzly.WriteHandler
import org.glassfish.grizzly.filterchain.FilterChainContext
import org.glassfish.grizzly.filterchain.NextAction
import org.glassfish.grizzly.http.HttpContent
import org.glassfish.grizzly.websockets.WebSocketAddOn
import org.glassfish.grizzly.websockets.WebSocketFilter
import org.glassfish.grizzly.websockets.WebSocketHolder

@CompileStatic
final class EchoAddOn extends WebSocketAddOn {
  @Override
  protected WebSocketFilter createWebSocketFilter() {
    return new BoundedFilter(timeoutInSeconds)
  }

  /**
   * Grizzly's filter holds frames of any length, and reads on while the client does not take the
   * answers.
   */
  private static final class BoundedFilter extends WebSocketFilter {
    private static final int FRAME_BYTES_MAX = Limits.MESSAGE_BYTES + (64 << 10)

    BoundedFilter(long timeoutSeconds) {
      super(timeoutSeconds)
    }

    @Override
    NextAction handleRead(FilterChainContext context) throws IOException {
      NextAction next = super.handleRead(context)
      WebSocketHolder socket = WebSocketHolder.get(context.connection)
      if (socket == null && next == context.invokeAction) {
        // Or Grizzly leaves out the type of a problem, where a client offers an upgrade in vain.
        ((HttpContent) context.message).httpHeader.ignoreContentModifiers = false
      }
      if (socket?.buffer != null && socket.buffer.remaining() > FRAME_BYTES_MAX) {
        socket.buffer = null
        socket.webSocket.close(EchoApplication.TOO_LARGE)
      }
      return socket == null || context.connection.canWrite() ? next : pause(context)
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
}

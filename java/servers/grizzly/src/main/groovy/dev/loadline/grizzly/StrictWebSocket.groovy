// One WebSocket: what its frames do, and how it ends.
package dev.loadline.grizzly

import groovy.transform.CompileStatic
import java.nio.channels.SocketChannel
import java.util.concurrent.Executors
import java.util.concurrent.ScheduledExecutorService
import java.util.concurrent.ThreadFactory
import java.util.concurrent.TimeUnit
import java.util.concurrent.atomic.AtomicBoolean
import org.glassfish.grizzly.Buffer
import org.glassfish.grizzly.Connection
import org.glassfish.grizzly.EmptyCompletionHandler
import org.glassfish.grizzly.nio.NIOConnection
import org.glassfish.grizzly.websockets.ClosingFrame
import org.glassfish.grizzly.websockets.DataFrame
import org.glassfish.grizzly.websockets.ProtocolHandler
import org.glassfish.grizzly.websockets.SimpleWebSocket
import org.glassfish.grizzly.websockets.WebSocketListener

@CompileStatic
final class StrictWebSocket extends SimpleWebSocket implements FrameReader.Frames {
  private static final int LINGER_MILLIS_MAX = 2_000
  private static final ScheduledExecutorService TIMER =
      Executors.newSingleThreadScheduledExecutor({ Runnable work ->
        Thread thread = new Thread(work, 'websocket-closer')
        thread.daemon = true
        return thread
      } as ThreadFactory)

  private final AtomicBoolean ending = new AtomicBoolean()
  private final FrameReader reader = new FrameReader(this)

  StrictWebSocket(ProtocolHandler protocol, WebSocketListener... listeners) {
    super(protocol, listeners)
  }

  /** After the close frame whatever comes is passed over. */
  void read(Buffer input) {
    if (ending.get()) {
      return
    }
    try {
      reader.read(input)
    } catch (FrameReader.Violation violation) {
      close(violation.code, violation.message)
    }
  }

  @Override
  void text(String text) {
    onMessage(text)
  }

  @Override
  void binary(byte[] bytes) {
    onMessage(bytes)
  }

  @Override
  void ping(byte[] payload) {
    sendPong(payload)
  }

  /** A close is answered by the same code, or by none when it had none. */
  @Override
  void closed(int code) {
    end(code == FrameReader.NO_CODE ? new EmptyClosingFrame() : new ClosingFrame(code, null))
  }

  @Override
  void close(int code, String reason) {
    end(new ClosingFrame(code, reason))
  }

  /** The connection is closed. */
  @Override
  void onClose(DataFrame frame) {
    ending.set(true)
    setClosed()
    listeners.each { WebSocketListener listener -> listener.onClose(this, frame) }
    listeners.clear()
  }

  private void end(ClosingFrame frame) {
    if (ending.compareAndSet(false, true)) {
      protocolHandler.send(frame, new EmptyCompletionHandler<DataFrame>() {
        @Override
        void completed(DataFrame sent) {
          linger()
        }
      })
      TIMER.schedule(() -> connection().closeSilently(), LINGER_MILLIS_MAX, TimeUnit.MILLISECONDS)
    }
  }

  /**
   * A socket that is closed with bytes unread sends a reset, which takes the close frame away from
   * a client that has not read it yet: so only the writing side closes, and the client the rest.
   */
  private void linger() {
    ((SocketChannel) ((NIOConnection) connection()).channel).shutdownOutput()
  }

  private Connection connection() {
    return protocolHandler.connection
  }

  private static final class EmptyClosingFrame extends ClosingFrame {
    @Override
    byte[] getBytes() {
      return EMPTY_BYTES
    }
  }
}

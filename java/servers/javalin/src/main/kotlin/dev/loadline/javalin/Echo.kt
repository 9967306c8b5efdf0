// Sends every WebSocket message back, and reads the next one only when that is done.
package dev.loadline.javalin

import io.javalin.websocket.WsConfig
import org.eclipse.jetty.websocket.api.Callback
import org.eclipse.jetty.websocket.api.Session
import org.eclipse.jetty.websocket.api.StatusCode
import java.util.concurrent.CompletionException
import java.util.concurrent.ConcurrentHashMap

internal class Echo {
  private val sessions = ConcurrentHashMap.newKeySet<Session>()

  fun configure(socket: WsConfig) {
    socket.onConnect { sessions.add(it.session) }
    socket.onMessage { message ->
      message.session.sendAndWait { sendText(message.message(), it) }
    }
    socket.onBinaryMessage { message ->
      message.session.sendAndWait { sendBinary(message.data(), it) }
    }
    socket.onClose { sessions.remove(it.session) }
  }

  /** Tells every client that the server stops. */
  fun goAway() {
    sessions.forEach { it.close(StatusCode.SHUTDOWN, null, Callback.NOOP) }
  }

  /**
   * Jetty demands the next frame when the handler returns. `send` of Javalin's context returns at
   * once, and for a client that does not read the answers would pile up in memory.
   */
  private fun Session.sendAndWait(send: Session.(Callback) -> Unit) {
    try {
      Callback.Completable.with { send(it) }.join()
    } catch (gone: CompletionException) {
      disconnect()
    }
  }
}

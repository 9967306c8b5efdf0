// Sends every WebSocket message back, and reads the next one only when that is done.
package dev.loadline.javalin

import io.javalin.websocket.WsConfig
import org.eclipse.jetty.websocket.api.Callback

/**
 * `send` of Javalin's context returns at once, and Jetty demands the next frame when the handler
 * returns: for a client that does not read, the answers would pile up in memory.
 */
internal fun echo(socket: WsConfig) {
  socket.onMessage { message -> await { message.session.sendText(message.message(), it) } }
  socket.onBinaryMessage { message -> await { message.session.sendBinary(message.data(), it) } }
}

private fun await(send: (Callback) -> Unit) {
  Callback.Completable.with { send(it) }.join()
}

// Echo load over WebSocket: each connection sends a message when the last one came back.
package dev.loadline.drivers;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;

final class WebSocketLoad {
  private WebSocketLoad() {}

  /**
   * @param specification with {@code load.echo}
   */
  static CompletableFuture<Sample> start(Specification specification, Transport transport) {
    JsonNode echo = specification.load().get("echo");
    List<EchoMessage> messages = echo.get("messages").valueStream().map(EchoMessage::of).toList();
    Bootstrap bootstrap = HttpLoad.bootstrap(specification, transport);
    URI address =
        URI.create("ws://" + specification.url().getAuthority())
            .resolve(echo.get("path").asString());
    List<ByteBuf> frames = messages.stream().map(EchoMessage::masked).toList();
    EchoWork work =
        new EchoWork(address, messages, frames, bootstrap, specification.timeoutSeconds());
    return new Slice(specification, transport.loop(), List.of(), false)
        .run(slice -> new EchoConnection(work, slice))
        .whenComplete((done, failed) -> frames.forEach(ByteBuf::release));
  }
}

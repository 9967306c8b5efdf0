// HTTP load: so many connections, each going through the load's exchanges lap by lap.
package dev.loadline.drivers;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelOption;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;

final class HttpLoad {
  private static final int HTTP_PORT = 80;

  private HttpLoad() {}

  /**
   * @param specification with {@code load.exchanges}
   * @throws UnfitSpecification for an exchange that this driver cannot send or check
   */
  static CompletableFuture<Sample> start(Specification specification, Transport transport) {
    JsonNode exchanges = specification.load().get("exchanges");
    URI url = specification.url();
    List<LoadRequest> requests =
        exchanges
            .valueStream()
            .map(exchange -> new LoadRequest(exchange.get("request"), url.getAuthority()))
            .toList();
    List<String> names =
        exchanges
            .valueStream()
            .map(exchange -> LoadRequest.nameOf(exchange.get("request")))
            .toList();
    boolean hasItems =
        exchanges.valueStream().anyMatch(exchange -> exchange.at("/response/body").has("items"));
    Bootstrap bootstrap =
        bootstrap(specification, transport)
            .option(ChannelOption.RECVBUF_ALLOCATOR, transport.lent());
    HttpWork work = new HttpWork(requests, bootstrap, specification.timeoutSeconds());
    LapWords words = new LapWords(exchanges, specification.turns());
    Slice slice = new Slice(specification, transport.loop(), names, hasItems);
    CompletableFuture<Sample> sample =
        slice.run(
            within ->
                new HttpConnection(
                    work, new Lap(checks(exchanges, within.tally()), words), within));
    return sample.whenComplete((done, failed) -> requests.forEach(LoadRequest::release));
  }

  /** Each connection has its own: they remember how far the answer has come. */
  private static List<ResponseCheck> checks(JsonNode exchanges, Tally tally) {
    return exchanges.valueStream().map(exchange -> new ResponseCheck(exchange, tally)).toList();
  }

  static Bootstrap bootstrap(Specification specification, Transport transport) {
    URI url = specification.url();
    int port = url.getPort() < 0 ? HTTP_PORT : url.getPort();
    return transport.bootstrap(specification.timeoutSeconds()).remoteAddress(url.getHost(), port);
  }
}

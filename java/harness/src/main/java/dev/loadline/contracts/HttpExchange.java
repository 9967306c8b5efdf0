// Sends one HTTP request exactly as a contract writes it, with WebTestClient or, where the body is
// large, with the WebClient beneath it, and reads the response.
package dev.loadline.contracts;

import dev.loadline.stacks.Server;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpRequest;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.test.web.reactive.server.EntityExchangeResult;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.client.ExchangeStrategies;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientRequestException;
import reactor.core.publisher.Flux;
import reactor.netty.http.client.HttpClient;

final class HttpExchange {
  private static final NettyDataBufferFactory BUFFERS =
      new NettyDataBufferFactory(PooledByteBufAllocator.DEFAULT);

  /** Shared, because to make them takes longer than a request when hundreds ask at once. */
  private static final ExchangeStrategies STRATEGIES =
      ExchangeStrategies.builder()
          .codecs(codecs -> codecs.defaultCodecs().maxInMemorySize(-1))
          .build();

  /** WebTestClient keeps what it sends, so that it could be shown. */
  private static final long KEPT_BYTES_MAX = 2 << 20;

  private HttpExchange() {}

  /** Each exchange has a connection of its own, so that no case can spoil another's. */
  static Answer send(Server server, Request request, Deadline deadline) throws IOException {
    ClientHttpConnector connector = connector(server, request);
    long bytes = request.body().map(Content::length).orElse(0L);
    try {
      return bytes > KEPT_BYTES_MAX
          ? sendUnkept(connector, request, deadline)
          : sendKept(connector, request, deadline);
    } catch (WebClientRequestException broken) {
      throw new IOException(reason(broken), broken);
    } catch (IllegalStateException late) {
      if (deadline.hasPassed()) {
        throw deadline.exceeded();
      }
      throw late;
    }
  }

  private static ClientHttpConnector connector(Server server, Request request) {
    HttpClient http =
        HttpClient.newConnection()
            .baseUrl(server.baseUrl())
            .doOnConnected(
                connection -> connection.addHandlerLast(new VerbatimPath(request.path())));
    return new ReactorClientHttpConnector(http);
  }

  private static Answer sendKept(
      ClientHttpConnector connector, Request request, Deadline deadline) {
    WebTestClient.RequestBodySpec spec =
        WebTestClient.bindToServer(connector)
            .responseTimeout(deadline.left())
            .exchangeStrategies(STRATEGIES)
            .build()
            .method(HttpMethod.valueOf(request.method()))
            .uri(URI.create("/"))
            .headers(headers -> request.headers().forEach(headers::set));
    request.body().ifPresent(body -> spec.body(BodyInserters.fromDataBuffers(stream(body))));
    EntityExchangeResult<byte[]> result = spec.exchange().expectBody(byte[].class).returnResult();
    return answer(result.getStatus(), result.getResponseHeaders(), result.getResponseBodyContent());
  }

  private static Answer sendUnkept(
      ClientHttpConnector connector, Request request, Deadline deadline) {
    WebClient.RequestBodySpec spec =
        WebClient.builder()
            .clientConnector(connector)
            .exchangeStrategies(STRATEGIES)
            .build()
            .method(HttpMethod.valueOf(request.method()))
            .uri(URI.create("/"))
            .headers(headers -> request.headers().forEach(headers::set));
    request.body().ifPresent(body -> spec.body(BodyInserters.fromDataBuffers(stream(body))));
    ResponseEntity<byte[]> result =
        spec.exchangeToMono(response -> response.toEntity(byte[].class)).block(deadline.left());
    return answer(result.getStatusCode(), result.getHeaders(), result.getBody());
  }

  private static Flux<DataBuffer> stream(Content body) {
    return Flux.fromIterable(body.chunks()).map(c -> BUFFERS.wrap(Unpooled.wrappedBuffer(c)));
  }

  private static Answer answer(HttpStatusCode status, HttpHeaders found, byte[] body) {
    Map<String, String> headers = new TreeMap<>();
    found.forEach((name, values) -> headers.put(lower(name), String.join(", ", values)));
    return new Answer(status.value(), headers, body == null ? new byte[0] : body);
  }

  private static String lower(String name) {
    return name.toLowerCase(java.util.Locale.ROOT);
  }

  private static String reason(WebClientRequestException broken) {
    Throwable cause = broken.getMostSpecificCause();
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }

  /** Malformed paths are what some cases are about, and {@link URI} would not let them pass. */
  private static final class VerbatimPath extends ChannelOutboundHandlerAdapter {
    private final String path;

    VerbatimPath(String path) {
      this.path = path;
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
      if (message instanceof HttpRequest request) {
        request.setUri(path);
      }
      context.write(message, promise);
    }
  }
}

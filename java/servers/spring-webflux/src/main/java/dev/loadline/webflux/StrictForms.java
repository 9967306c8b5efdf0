// Refuses queries and forms that Spring would repair, before a handler sees them.
package dev.loadline.webflux;

import dev.loadline.workloads.FormEncoding;
import dev.loadline.workloads.Limits;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.springframework.core.ResolvableType;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.codec.FormHttpMessageReader;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.stereotype.Component;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.ServerWebExchangeDecorator;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Each is checked when a handler asks for its parameters: what a filter throws itself would reach
 * no exception handler.
 */
@Component
class StrictForms implements WebFilter {
  private static final ResolvableType FORM =
      ResolvableType.forClassWithGenerics(MultiValueMap.class, String.class, String.class);

  private final FormHttpMessageReader reader = new FormHttpMessageReader();

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
    ServerHttpRequest request = withCheckedQuery(exchange.getRequest());
    return chain.filter(
        new ServerWebExchangeDecorator(exchange) {
          @Override
          public ServerHttpRequest getRequest() {
            return request;
          }

          @Override
          public Mono<MultiValueMap<String, String>> getFormData() {
            return DataBufferUtils.join(request.getBody(), Limits.FORM_BYTES)
                .flatMap(body -> reader.readMono(FORM, withCheckedForm(request, body), Map.of()))
                .defaultIfEmpty(new LinkedMultiValueMap<>());
          }
        });
  }

  private static ServerHttpRequest withCheckedQuery(ServerHttpRequest request) {
    return new ServerHttpRequestDecorator(request) {
      @Override
      public MultiValueMap<String, String> getQueryParams() {
        FormEncoding.check(getURI().getRawQuery());
        return super.getQueryParams();
      }
    };
  }

  private static ServerHttpRequest withCheckedForm(ServerHttpRequest request, DataBuffer body) {
    byte[] raw = new byte[body.readableByteCount()];
    body.read(raw);
    DataBufferUtils.release(body);
    FormEncoding.check(new String(raw, StandardCharsets.ISO_8859_1));
    return new ServerHttpRequestDecorator(request) {
      @Override
      public Flux<DataBuffer> getBody() {
        return Flux.just(body.factory().wrap(raw));
      }
    };
  }
}

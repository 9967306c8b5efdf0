// Sets up Netty and WebFlux.
package dev.loadline.webflux;

import dev.loadline.workloads.Limits;
import io.netty.channel.ChannelOption;
import java.util.Set;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.webflux.autoconfigure.WebFluxRegistrations;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.reactive.accept.RequestedContentTypeResolverBuilder;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.reactive.result.method.RequestMappingInfo;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.server.MethodNotAllowedException;
import org.springframework.web.server.ServerWebExchange;
import reactor.netty.http.server.HttpServer;

@Configuration(proxyBeanMethods = false)
class WebServer implements WebFluxConfigurer {
  private static final int PART_BYTES = 64 << 10;

  @Bean
  WebServerFactoryCustomizer<NettyReactiveWebServerFactory> netty() {
    NettyServerCustomizer buffers =
        server ->
            server
                .childOption(ChannelOption.SO_SNDBUF, Limits.SOCKET_BUFFER_BYTES)
                .childOption(ChannelOption.SO_RCVBUF, Limits.SOCKET_BUFFER_BYTES);
    NettyServerCustomizer targets = server -> server.mapHandle(MalformedTargets::refuse);
    return factory -> factory.addServerCustomizers(buffers, WebServer::largeParts, targets);
  }

  /** Or a body is handed on 8 KiB at a time. Deprecated because Netty 5 will not have it. */
  @SuppressWarnings("deprecation")
  private static HttpServer largeParts(HttpServer server) {
    return server.httpRequestDecoder(decoder -> decoder.maxChunkSize(PART_BYTES));
  }

  /** What a handler answers does not depend on {@code Accept}. */
  @Override
  public void configureContentTypeResolver(RequestedContentTypeResolverBuilder resolver) {
    resolver.fixedResolver(MediaType.ALL);
  }

  @Bean
  WebFluxRegistrations mappings() {
    return new WebFluxRegistrations() {
      @Override
      public RequestMappingHandlerMapping getRequestMappingHandlerMapping() {
        return new NoOptions();
      }
    };
  }

  /** Keeps WebFlux from answering OPTIONS, which no path takes. */
  private static final class NoOptions extends RequestMappingHandlerMapping {
    @Override
    protected HandlerMethod handleNoMatch(Set<RequestMappingInfo> infos, ServerWebExchange exchange)
        throws Exception {
      HandlerMethod found = super.handleNoMatch(infos, exchange);
      HttpMethod method = exchange.getRequest().getMethod();
      if (found != null && method.equals(HttpMethod.OPTIONS)) {
        throw new MethodNotAllowedException(method, Set.of());
      }
      return found;
    }
  }
}

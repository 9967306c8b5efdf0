// How WebFlux and Jackson are set up, as far as properties do not say it.
package dev.loadline.webflux;

import dev.loadline.workloads.Limits;
import io.netty.channel.ChannelOption;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.MediaType;
import org.springframework.web.ErrorResponse;
import org.springframework.web.reactive.accept.RequestedContentTypeResolverBuilder;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.type.LogicalType;

@Configuration(proxyBeanMethods = false)
class WebConfiguration implements WebFluxConfigurer {
  /** What a handler answers does not depend on {@code Accept}. */
  @Override
  public void configureContentTypeResolver(RequestedContentTypeResolverBuilder resolver) {
    resolver.fixedResolver(MediaType.ALL);
  }

  /** Problems name their type and tell a detail also where Spring leaves them out. */
  @Override
  public void addErrorResponseInterceptors(List<ErrorResponse.Interceptor> interceptors) {
    interceptors.add(
        (problem, response) -> {
          problem.setType(Objects.requireNonNullElse(problem.getType(), URI.create("about:blank")));
          problem.setDetail(Objects.requireNonNullElse(problem.getDetail(), problem.getTitle()));
        });
  }

  /** Left to itself Linux holds several MiB for a client that does not read. */
  @Bean
  WebServerFactoryCustomizer<NettyReactiveWebServerFactory> socketBuffers() {
    return netty ->
        netty.addServerCustomizers(
            server -> server.childOption(ChannelOption.SO_SNDBUF, Limits.SOCKET_BUFFER_BYTES));
  }

  /** A number or true is no text. */
  @Bean
  JsonMapperBuilderCustomizer strictTexts() {
    return mapper ->
        mapper.withCoercionConfig(
            LogicalType.Textual,
            texts ->
                texts
                    .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail));
  }
}

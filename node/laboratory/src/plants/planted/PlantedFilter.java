// Lets every request of java/spring-webflux pass by what is planted.
package dev.loadline.webflux;

import dev.loadline.workloads.Planted;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

@Component
class PlantedFilter implements WebFilter {
  @Override
  public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
    Planted.request(exchange.getRequest().getURI().getRawPath());
    return chain.filter(exchange);
  }
}

// Sets up what all stacks on Spring MVC share: the work, Tomcat, and how strict Spring MVC is.
package dev.loadline.mvc.server;

import dev.loadline.workloads.ItemStreams;
import dev.loadline.workloads.Limits;
import dev.loadline.workloads.TodoPages;
import dev.loadline.workloads.Todos;
import io.lettuce.core.resource.Delay;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.data.redis.autoconfigure.ClientResourcesBuilderCustomizer;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.boot.mongodb.autoconfigure.MongoClientSettingsBuilderCustomizer;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.config.annotation.ContentNegotiationConfigurer;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.type.LogicalType;

/** The rest of the settings stands in {@code server.properties}. */
@Configuration(proxyBeanMethods = false)
public class MvcServer implements WebMvcConfigurer {
  @Bean
  Todos todos() {
    return Todos.open();
  }

  @Bean
  TodoPages todoPages() {
    return new TodoPages();
  }

  @Bean
  ItemStreams itemStreams() {
    return new ItemStreams();
  }

  /**
   * If it is not told otherwise, Tomcat reads the form of a POST only, answers an encoded slash
   * with a page of its own, and waits for its threads for another 5 s when the time that requests
   * get to end is over.
   */
  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> tomcat() {
    return tomcat ->
        tomcat.addConnectorCustomizers(
            connector -> {
              connector.setParseBodyMethods("POST,PUT");
              connector.setEncodedSolidusHandling("passthrough");
              connector.setProperty("executorTerminationTimeoutMillis", "1000");
            });
  }

  /** Or Jackson makes a text of a number. */
  @Bean
  JsonMapperBuilderCustomizer texts() {
    return json ->
        json.withCoercionConfig(
            LogicalType.Textual,
            texts ->
                texts
                    .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail));
  }

  /** Lettuce waits twice as long after every failure, up to 30 s, if it is not told otherwise. */
  @Bean
  ClientResourcesBuilderCustomizer reconnects() {
    return redis -> redis.reconnectDelay(Delay.constant(Duration.ofMillis(200)));
  }

  /** The time-out is for a whole operation: its connection, its answer, and a second attempt. */
  @Bean
  MongoClientSettingsBuilderCustomizer limits() {
    return mongodb ->
        mongodb
            .timeout(2 * Limits.SERVICE_ANSWER_MILLIS, TimeUnit.MILLISECONDS)
            .applyToConnectionPoolSettings(pool -> pool.maxSize(Limits.SERVICE_CONNECTIONS));
  }

  /** What a handler answers does not depend on {@code Accept}. */
  @Override
  public void configureContentNegotiation(ContentNegotiationConfigurer negotiation) {
    negotiation.ignoreAcceptHeader(true).defaultContentType(MediaType.ALL);
  }

  /** Uploads and values of the cache may look like forms, and are not to be read as such. */
  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(new SingleParameters()).excludePathPatterns("/upload", "/cache/**");
  }
}

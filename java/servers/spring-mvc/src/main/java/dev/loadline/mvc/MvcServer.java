// Sets up Tomcat, Spring MVC and the shared work for every stack on Spring MVC.
package dev.loadline.mvc;

import dev.loadline.workloads.ItemStreams;
import dev.loadline.workloads.Limits;
import dev.loadline.workloads.Services;
import dev.loadline.workloads.TodoPages;
import dev.loadline.workloads.Todos;
import org.apache.catalina.core.StandardHost;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.WebMvcRegistrations;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.MediaType;
import org.springframework.web.filter.RequestContextFilter;
import org.springframework.web.servlet.config.annotation.ContentNegotiationConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Everything but the handlers of the workloads. */
@Configuration(proxyBeanMethods = false)
@Import({Problems.class, FixedController.class, EchoController.class})
public class MvcServer implements WebMvcConfigurer {
  /** Every connection has two of them: with 64 KiB, 1,000 connections fill the heap. */
  private static final int READ_BUFFER_BYTES = 16 << 10;

  @Bean(destroyMethod = "close")
  Todos todos() {
    return Todos.open();
  }

  @Bean
  TodoPages todoPages() {
    return new TodoPages();
  }

  /** Connects to nothing before a request asks for it; closed after the last request has ended. */
  @Bean(destroyMethod = "close")
  Services services() {
    return Services.ofEnvironment();
  }

  @Bean
  ItemStreams itemStreams() {
    return new ItemStreams();
  }

  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> tomcat() {
    return factory -> {
      factory.addContextCustomizers(
          context ->
              ((StandardHost) context.getParent())
                  .setErrorReportValveClass(ProblemValve.class.getName()));
      factory.addConnectorCustomizers(
          connector -> {
            // So that a refused upload is refused before the client sends it.
            connector.setProperty("continueResponseTiming", "onRead");
            // Or a body is read 8 KiB at a time.
            connector.setProperty("socket.appReadBufSize", "" + READ_BUFFER_BYTES);
            connector.setProperty("socket.txBufSize", "" + Limits.SOCKET_BUFFER_BYTES);
            connector.setProperty("socket.rxBufSize", "" + Limits.SOCKET_BUFFER_BYTES);
            // What the grace period has not ended is not waited for once more.
            connector.setProperty("executorTerminationTimeoutMillis", "500");
          });
    };
  }

  /** Nobody asks for the current request before the servlet, which makes it known once more. */
  @Bean
  FilterRegistrationBean<RequestContextFilter> noRequestContext() {
    var filter = new FilterRegistrationBean<>(new RequestContextFilter());
    filter.setEnabled(false);
    return filter;
  }

  /** What a handler answers does not depend on {@code Accept}. */
  @Override
  public void configureContentNegotiation(ContentNegotiationConfigurer negotiation) {
    negotiation.ignoreAcceptHeader(true).defaultContentType(MediaType.ALL);
  }

  @Bean
  WebMvcRegistrations mappings() {
    return new WebMvcRegistrations() {
      @Override
      public RequestMappingHandlerMapping getRequestMappingHandlerMapping() {
        return new NoOptions();
      }
    };
  }
}

// Starts the stack java/spring-mvc-async.
package dev.loadline.mvc.async;

import dev.loadline.mvc.MvcServer;
import dev.loadline.workloads.Calls;
import dev.loadline.workloads.Computations;
import dev.loadline.workloads.Service;
import dev.loadline.workloads.Termination;
import java.util.concurrent.ExecutorService;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** Handlers return at once; what waits or computes does so on bounded executors. */
@SpringBootApplication(exclude = ErrorMvcAutoConfiguration.class)
@Import(MvcServer.class)
public class SpringMvcAsync {
  /** As many as Tomcat has for requests. */
  private static final int WAITING_THREADS = 200;

  public static void main(String[] arguments) {
    Termination.exitsZero();
    SpringApplication.run(SpringMvcAsync.class, arguments);
  }

  /** For what waits: the todos' database, bodies and consumers. */
  @Bean(destroyMethod = "shutdownNow")
  ExecutorService waiting() {
    return Computations.executor("waiting", WAITING_THREADS);
  }

  @Bean
  Calls redis() {
    return new Calls(Service.REDIS);
  }

  @Bean
  Calls mysql() {
    return new Calls(Service.MYSQL);
  }

  @Bean
  Calls mongodb() {
    return new Calls(Service.MONGODB);
  }

  /** For what computes. */
  @Bean(destroyMethod = "shutdownNow")
  ExecutorService computations() {
    return Computations.executor();
  }
}

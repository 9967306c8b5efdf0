// Starts the stack java/spring-mvc-async.
package dev.loadline.mvc.async;

import dev.loadline.workloads.Termination;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.task.ThreadPoolTaskExecutorCustomizer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.annotation.Bean;

/** Handlers return at once; what waits does so on Spring Boot's task executor. */
@SpringBootApplication(scanBasePackages = {"dev.loadline.mvc.server", "dev.loadline.mvc.async"})
public class SpringMvcAsync {
  public static void main(String[] arguments) {
    Termination.exitsZero();
    SpringApplication.run(SpringMvcAsync.class, arguments);
  }

  /** Tasks get the same time to end as the requests that wait for them, not as much again. */
  @Bean
  ThreadPoolTaskExecutorCustomizer phase() {
    return tasks -> tasks.setPhase(WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE);
  }
}

// Starts the stack java/spring-mvc-async.
package dev.loadline.mvc.async;

import dev.loadline.workloads.Termination;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Handlers return at once; what waits or computes does so on Spring Boot's task executor. */
@SpringBootApplication(scanBasePackages = {"dev.loadline.mvc.server", "dev.loadline.mvc.async"})
public class SpringMvcAsync {
  public static void main(String[] arguments) {
    Termination.exitsZero();
    SpringApplication.run(SpringMvcAsync.class, arguments);
  }
}

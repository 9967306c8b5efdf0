// Starts the stack java/spring-mvc.
package dev.loadline.mvc;

import dev.loadline.workloads.Fibonacci;
import dev.loadline.workloads.Problem;
import dev.loadline.workloads.ProblemException;
import dev.loadline.workloads.Termination;
import java.util.concurrent.Semaphore;
import java.util.function.IntUnaryOperator;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** A thread for every request, which does all the work of it. */
@SpringBootConfiguration
@EnableAutoConfiguration(exclude = ErrorMvcAutoConfiguration.class)
@Import({MvcServer.class, BlockingControllers.class})
public class SpringMvc {
  public static void main(String[] arguments) {
    Termination.exitsZero();
    SpringApplication.run(SpringMvc.class, arguments);
  }

  /** On the request's own thread, as many at a time as there are cores: others still get theirs. */
  @Bean
  IntUnaryOperator fibonacci() {
    Semaphore cores = new Semaphore(Runtime.getRuntime().availableProcessors());
    return n -> {
      try {
        cores.acquire();
      } catch (InterruptedException serverStops) {
        Thread.currentThread().interrupt();
        throw new ProblemException(Problem.unavailable("The server is stopping."));
      }
      try {
        return Fibonacci.of(n);
      } finally {
        cores.release();
      }
    };
  }
}

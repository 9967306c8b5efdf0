// Starts the stack java/spring-mvc-virtual.
package dev.loadline.mvc.virtual;

import dev.loadline.mvc.BlockingControllers;
import dev.loadline.mvc.MvcServer;
import dev.loadline.workloads.Computations;
import dev.loadline.workloads.Fibonacci;
import dev.loadline.workloads.Problem;
import dev.loadline.workloads.ProblemException;
import dev.loadline.workloads.Termination;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.function.IntUnaryOperator;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** The blocking handlers of java/spring-mvc, each request on a virtual thread. */
@SpringBootConfiguration
@EnableAutoConfiguration(exclude = ErrorMvcAutoConfiguration.class)
@Import({MvcServer.class, BlockingControllers.class})
public class SpringMvcVirtual {
  public static void main(String[] arguments) {
    Termination.exitsZero();
    SpringApplication.run(SpringMvcVirtual.class, arguments);
  }

  @Bean(destroyMethod = "shutdownNow")
  ExecutorService computations() {
    return Computations.executor();
  }

  /** On a platform thread: a virtual one gives its carrier back only when it waits. */
  @Bean
  IntUnaryOperator fibonacci(ExecutorService computations) {
    return n -> {
      try {
        return computations.submit(() -> Fibonacci.of(n)).get();
      } catch (InterruptedException serverStops) {
        Thread.currentThread().interrupt();
        throw new ProblemException(Problem.unavailable("The server is stopping."));
      } catch (ExecutionException failure) {
        throw new IllegalStateException("a computation failed", failure);
      }
    };
  }
}

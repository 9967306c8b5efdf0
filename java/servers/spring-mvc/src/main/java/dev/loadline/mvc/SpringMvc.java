// Starts the stack java/spring-mvc.
package dev.loadline.mvc;

import dev.loadline.workloads.Fibonacci;
import dev.loadline.workloads.Termination;
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

  /** On the request's own thread: the operating system shares the cores among all of them. */
  @Bean
  IntUnaryOperator fibonacci() {
    return Fibonacci::of;
  }
}

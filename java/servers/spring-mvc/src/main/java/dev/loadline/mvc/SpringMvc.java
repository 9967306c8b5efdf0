// Starts the stack java/spring-mvc.
package dev.loadline.mvc;

import dev.loadline.workloads.Termination;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.resilience.annotation.EnableResilientMethods;

/** A thread for every request, which does all the work of it. */
@SpringBootApplication
@EnableResilientMethods
public class SpringMvc {
  public static void main(String[] arguments) {
    Termination.exitsZero();
    SpringApplication.run(SpringMvc.class, arguments);
  }
}

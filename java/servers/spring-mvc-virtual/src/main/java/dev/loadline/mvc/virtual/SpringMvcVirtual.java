// Starts the stack java/spring-mvc-virtual.
package dev.loadline.mvc.virtual;

import dev.loadline.mvc.blocking.FibonacciController;
import dev.loadline.workloads.Termination;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.context.annotation.FilterType;

/** The blocking handlers of java/spring-mvc, each request on a virtual thread. */
@SpringBootApplication
@ComponentScan(
    basePackages = {
      "dev.loadline.mvc.server",
      "dev.loadline.mvc.blocking",
      "dev.loadline.mvc.virtual"
    },
    excludeFilters =
        @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = FibonacciController.class))
public class SpringMvcVirtual {
  public static void main(String[] arguments) {
    Termination.exitsZero();
    SpringApplication.run(SpringMvcVirtual.class, arguments);
  }
}

// Starts the stack java/spring-webflux.
package dev.loadline.webflux;

import dev.loadline.workloads.ItemStreams;
import dev.loadline.workloads.Termination;
import dev.loadline.workloads.TodoPages;
import dev.loadline.workloads.Todos;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

@SpringBootApplication
public class SpringWebFlux {
  public static void main(String[] arguments) {
    Termination.exitsZero();
    SpringApplication.run(SpringWebFlux.class, arguments);
  }

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
}

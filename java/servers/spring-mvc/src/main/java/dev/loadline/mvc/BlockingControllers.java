// Names the controllers that answer on the thread of the request.
package dev.loadline.mvc;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * For stacks whose handlers may block. They provide the bean {@code IntUnaryOperator fibonacci}.
 */
@Configuration(proxyBeanMethods = false)
@Import({
  HelloController.class,
  FibonacciController.class,
  UploadController.class,
  TodosController.class,
  CacheController.class,
  RecordsController.class,
  MessagesController.class,
  StreamController.class
})
public class BlockingControllers {}

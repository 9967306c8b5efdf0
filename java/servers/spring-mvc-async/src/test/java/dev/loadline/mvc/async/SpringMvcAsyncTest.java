// Tests what the handlers that return a CompletableFuture answer, failures included.
package dev.loadline.mvc.async;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

@SpringBootTest
@AutoConfigureMockMvc
class SpringMvcAsyncTest {
  @Autowired private MockMvcTester mvc;

  @ParameterizedTest(name = "{0} is answered {1} as {2}")
  @CsvSource({
    "/hello, 200, text/plain;charset=UTF-8",
    "/hash?input=duck, 200, text/plain;charset=UTF-8",
    "/fibonacci?n=10, 200, text/plain;charset=UTF-8",
    "/fibonacci?n=x, 400, application/problem+json",
    "/todos, 200, text/html;charset=utf-8",
    "/todos/9, 404, application/problem+json",
    "/cache/a@b, 400, application/problem+json",
    "/records/abc, 400, application/problem+json",
    "/messages/abc, 400, application/problem+json",
    "/stream?id=a&items=2&size=16, 200, application/x-ndjson",
    "/stream/nowhere/signals, 404, application/problem+json",
  })
  void answers(String path, int status, String contentType) {
    assertThat(mvc.get().uri(path)).hasStatus(status).hasContentType(contentType);
  }
}

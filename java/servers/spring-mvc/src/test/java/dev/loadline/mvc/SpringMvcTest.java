// Tests how the handlers are mapped to Spring MVC, without Tomcat; the contracts test the rest.
package dev.loadline.mvc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

@SpringBootTest(classes = SpringMvc.class)
@AutoConfigureMockMvc
class SpringMvcTest {
  @Autowired private MockMvcTester mvc;

  @Test
  void greetsInPlainTextWhateverIsAccepted() {
    assertThat(mvc.get().uri("/hello").accept(MediaType.TEXT_HTML))
        .hasStatusOk()
        .hasContentType("text/plain;charset=UTF-8")
        .hasBodyTextEqualTo("Hello World!");
  }

  @ParameterizedTest(name = "{0} {1} is a problem {2}")
  @CsvSource({
    "GET, /nowhere, 404",
    "GET, /hello/, 404",
    "GET, /error, 404",
    "POST, /hello, 405",
    "OPTIONS, /hello, 405",
    "GET, /echo, 426",
    "GET, /todos/abc, 400",
    "POST, /todos, 400",
    "PUT, /cache/a@b, 400",
    "GET, /cache/a;b, 400",
    "POST, /cache/a, 405",
    "GET, /records, 405",
    "POST, /records, 415",
    "GET, /records/abc, 400",
    "GET, /messages/abc, 400",
  })
  void answersProblems(HttpMethod method, String path, int status) {
    assertThat(mvc.method(method).uri(path))
        .hasStatus(status)
        .hasContentType("application/problem+json")
        .bodyJson()
        .hasPathSatisfying("$.status", it -> assertThat(it).isEqualTo(status));
  }

  @Test
  void namesTheMethodsThatAPathTakes() {
    assertThat(mvc.patch().uri("/todos/1")).hasHeader("Allow", "DELETE, GET, HEAD, PUT");
  }

  @Test
  void looksAtABodyBeforeItAsksAService() {
    assertThat(mvc.post().uri("/messages").contentType(MediaType.APPLICATION_JSON).content("{}"))
        .hasStatus(400);
    assertThat(mvc.put().uri("/cache/a").content(new byte[65_537])).hasStatus(413);
  }

  @Test
  void tellsWhereANewTodoIs() {
    assertThat(
            mvc.post()
                .uri("/todos")
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .content("description=duck"))
        .hasStatus(201)
        .hasHeader("Location", "/todos/4");
  }

  @Test
  void takesAFormForAnUpload() {
    assertThat(
            mvc.put()
                .uri("/upload")
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .content("a=b&c=%20"))
        .hasStatusOk()
        .bodyJson()
        .isEqualTo("{\"bytes\":9,\"md5\":\"858676998d043681932e9cf04384f005\"}");
  }

  @Test
  void streamsAndTellsTheSignals() {
    assertThat(mvc.get().uri("/stream?id=a&items=2&size=16"))
        .hasBodyTextEqualTo("{\"seq\":0      }\n{\"seq\":1      }\n");
    assertThat(mvc.get().uri("/stream/a/signals"))
        .hasBodyTextEqualTo("{\"produced\":2,\"pauses\":0,\"state\":\"completed\"}");
  }
}

// The workloads hello and hash.
package dev.loadline.mvc;

import dev.loadline.workloads.Fixed;
import dev.loadline.workloads.Hash;
import dev.loadline.workloads.Query;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class HelloController {
  @GetMapping("/hello")
  String hello() {
    return Fixed.GREETING;
  }

  /** Reads the raw query, because Tomcat decodes leniently and joins what is repeated. */
  @GetMapping("/hash")
  String hash(HttpServletRequest request) {
    return Hash.of(Query.single(request.getQueryString(), "input"));
  }
}

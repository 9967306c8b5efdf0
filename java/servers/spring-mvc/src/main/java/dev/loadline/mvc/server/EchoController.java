// Asks those that come to the echo without a WebSocket to upgrade.
package dev.loadline.mvc.server;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class EchoController {
  @GetMapping(path = "/echo", headers = "!Upgrade")
  void plain() {
    HttpStatus status = HttpStatus.UPGRADE_REQUIRED;
    ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, "Here is a WebSocket.");
    var refused = new ErrorResponseException(status, problem, null);
    refused.getHeaders().set(HttpHeaders.UPGRADE, "websocket");
    throw refused;
  }
}

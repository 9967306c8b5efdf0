// The workload stream.
package dev.loadline.mvc;

import dev.loadline.workloads.Fixed;
import dev.loadline.workloads.ItemStream;
import dev.loadline.workloads.ItemStreams;
import dev.loadline.workloads.StreamRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpMethod;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class StreamController {
  private final ItemStreams streams;

  StreamController(ItemStreams streams) {
    this.streams = streams;
  }

  @GetMapping("/stream")
  void stream(HttpServletRequest request, HttpServletResponse response) throws IOException {
    StreamRequest wanted = StreamRequest.of(request.getQueryString());
    if (HttpMethod.HEAD.matches(request.getMethod())) {
      response.setContentType(Fixed.NDJSON);
      return;
    }
    ItemStream stream = streams.open(wanted);
    response.setContentType(Fixed.NDJSON);
    Production.run(stream, response.getOutputStream());
  }

  @GetMapping(path = "/stream/{id}/signals", produces = Fixed.JSON)
  String signals(@PathVariable String id) {
    return streams.signals(id).json();
  }
}

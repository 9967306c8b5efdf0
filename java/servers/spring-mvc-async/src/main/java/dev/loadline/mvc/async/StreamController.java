// The workload stream.
package dev.loadline.mvc.async;

import dev.loadline.mvc.Production;
import dev.loadline.workloads.Fixed;
import dev.loadline.workloads.ItemStream;
import dev.loadline.workloads.ItemStreams;
import dev.loadline.workloads.StreamRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import org.springframework.http.HttpMethod;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class StreamController {
  private final ItemStreams streams;
  private final ExecutorService waiting;

  StreamController(ItemStreams streams, ExecutorService waiting) {
    this.streams = streams;
    this.waiting = waiting;
  }

  @GetMapping("/stream")
  CompletableFuture<Void> stream(HttpServletRequest request, HttpServletResponse response) {
    StreamRequest wanted = StreamRequest.of(request.getQueryString());
    if (HttpMethod.HEAD.matches(request.getMethod())) {
      response.setContentType(Fixed.NDJSON);
      return CompletableFuture.completedFuture(null);
    }
    return Eventually.of(() -> produce(wanted, response), waiting);
  }

  private Void produce(StreamRequest wanted, HttpServletResponse response) throws IOException {
    ItemStream stream = streams.open(wanted);
    response.setContentType(Fixed.NDJSON);
    Production.run(stream, response.getOutputStream());
    return null;
  }

  @GetMapping(path = "/stream/{id}/signals", produces = Fixed.JSON)
  CompletableFuture<String> signals(@PathVariable String id) {
    return CompletableFuture.completedFuture(streams.signals(id).json());
  }
}

// The workload stream.
package dev.loadline.mvc.blocking;

import dev.loadline.mvc.server.Production;
import dev.loadline.workloads.ItemStream;
import dev.loadline.workloads.ItemStreams;
import dev.loadline.workloads.Signals;
import dev.loadline.workloads.StreamRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class StreamController {
  private final ItemStreams streams;

  StreamController(ItemStreams streams) {
    this.streams = streams;
  }

  @GetMapping("/stream")
  void stream(
      @RequestParam String id,
      @RequestParam int items,
      @RequestParam int size,
      HttpServletResponse response)
      throws IOException {
    ItemStream stream = streams.open(new StreamRequest(id, items, size));
    response.setContentType(MediaType.APPLICATION_NDJSON_VALUE);
    Production.run(stream, response.getOutputStream());
  }

  /** Makes no stream, as the handler of GET would. */
  @RequestMapping(path = "/stream", method = RequestMethod.HEAD)
  void head(HttpServletResponse response) {
    response.setContentType(MediaType.APPLICATION_NDJSON_VALUE);
  }

  @GetMapping("/stream/{id}/signals")
  Signals signals(@PathVariable String id) {
    return streams.signals(id);
  }
}

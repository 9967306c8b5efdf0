// The workload stream.
package dev.loadline.mvc.async;

import dev.loadline.mvc.server.Production;
import dev.loadline.workloads.ItemStream;
import dev.loadline.workloads.ItemStreams;
import dev.loadline.workloads.Signals;
import dev.loadline.workloads.StreamRequest;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

@RestController
class StreamController {
  private final ItemStreams streams;

  StreamController(ItemStreams streams) {
    this.streams = streams;
  }

  @GetMapping("/stream")
  ResponseEntity<StreamingResponseBody> stream(
      @RequestParam String id, @RequestParam int items, @RequestParam int size) {
    ItemStream stream = streams.open(new StreamRequest(id, items, size));
    return ResponseEntity.ok()
        .contentType(MediaType.APPLICATION_NDJSON)
        .body(consumer -> Production.run(stream, consumer));
  }

  /** Makes no stream, as the handler of GET would. */
  @RequestMapping(path = "/stream", method = RequestMethod.HEAD)
  ResponseEntity<Void> head() {
    return ResponseEntity.ok().contentType(MediaType.APPLICATION_NDJSON).build();
  }

  @GetMapping("/stream/{id}/signals")
  Signals signals(@PathVariable String id) {
    return streams.signals(id);
  }
}

// The workload records.
package dev.loadline.mvc;

import dev.loadline.workloads.Fixed;
import dev.loadline.workloads.NamedRecord;
import dev.loadline.workloads.Records;
import dev.loadline.workloads.Services;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URI;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(produces = Fixed.JSON)
class RecordsController {
  private final Records records;

  RecordsController(Services services) {
    records = services.records();
  }

  @PostMapping("/records")
  ResponseEntity<byte[]> add(HttpServletRequest request) throws IOException {
    NamedRecord added = records.add(Records.name(Bodies.json(request)));
    return ResponseEntity.created(URI.create(added.path())).body(added.json());
  }

  @GetMapping("/records/{id}")
  byte[] find(@PathVariable String id) {
    return records.find(Records.id(id)).json();
  }
}

// The workload records.
package dev.loadline.mvc.blocking;

import dev.loadline.mvc.server.CreateRecord;
import dev.loadline.mvc.server.RecordRepository;
import dev.loadline.workloads.Limits;
import dev.loadline.workloads.NamedRecord;
import jakarta.validation.Valid;
import java.net.URI;
import org.hibernate.validator.constraints.Range;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
class RecordsController {
  private final RecordRepository records;

  RecordsController(RecordRepository records) {
    this.records = records;
  }

  @PostMapping(path = "/records", consumes = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<NamedRecord> add(@RequestBody @Valid CreateRecord wish) {
    NamedRecord added = records.add(wish);
    return ResponseEntity.created(URI.create("/records/" + added.id())).body(added);
  }

  @GetMapping("/records/{id}")
  NamedRecord find(@PathVariable @Range(max = Limits.ROW_ID) long id) {
    return records.find(id);
  }
}

// The workload records: rows of MySQL.
package dev.loadline.webflux;

import dev.loadline.workloads.Limits;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.PositiveOrZero;
import java.net.URI;
import org.hibernate.validator.constraints.CodePointLength;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Mono;

@RestController
@RequestMapping("/records")
class RecordsController {
  /** The pattern refuses half of a surrogate pair, which JSON can hold and UTF-8 cannot. */
  record CreateRecord(
      @NotBlank @CodePointLength(max = Limits.TEXT_CODE_POINTS) @Pattern(regexp = "\\P{Cs}*")
          String name) {}

  record NamedRecord(long id, String name) {}

  private final RecordStore records;

  RecordsController(RecordStore records) {
    this.records = records;
  }

  @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
  Mono<ResponseEntity<NamedRecord>> create(@Valid @RequestBody CreateRecord wanted) {
    return records
        .insert(wanted.name())
        .map(
            id ->
                ResponseEntity.created(URI.create("/records/" + id))
                    .body(new NamedRecord(id, wanted.name())));
  }

  @GetMapping("/{id}")
  Mono<NamedRecord> find(@PathVariable @PositiveOrZero @Max(Limits.ROW_ID) long id) {
    return records
        .findName(id)
        .map(name -> new NamedRecord(id, name))
        .switchIfEmpty(Mono.error(() -> new ResponseStatusException(HttpStatus.NOT_FOUND)));
  }
}

// The workload records.
package dev.loadline.mvc.async;

import dev.loadline.mvc.Bodies;
import dev.loadline.workloads.Calls;
import dev.loadline.workloads.Fixed;
import dev.loadline.workloads.NamedRecord;
import dev.loadline.workloads.Records;
import dev.loadline.workloads.Services;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
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
  private final Calls mysql;
  private final ExecutorService waiting;

  RecordsController(Services services, Calls mysql, ExecutorService waiting) {
    records = services.records();
    this.mysql = mysql;
    this.waiting = waiting;
  }

  @PostMapping("/records")
  CompletableFuture<ResponseEntity<byte[]>> add(HttpServletRequest request) {
    return Eventually.of(() -> Records.name(Bodies.json(request)), waiting)
        .thenCompose(name -> mysql.make(() -> add(name)));
  }

  private ResponseEntity<byte[]> add(String name) {
    NamedRecord added = records.add(name);
    return ResponseEntity.created(URI.create(added.path())).body(added.json());
  }

  @GetMapping("/records/{id}")
  CompletableFuture<byte[]> find(@PathVariable String id) {
    long checked = Records.id(id);
    return mysql.make(() -> records.find(checked).json());
  }
}

// The workload upload.
package dev.loadline.mvc.async;

import dev.loadline.mvc.Bodies;
import dev.loadline.workloads.Fixed;
import jakarta.servlet.http.HttpServletRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class UploadController {
  private final ExecutorService waiting;

  UploadController(ExecutorService waiting) {
    this.waiting = waiting;
  }

  @PutMapping(path = "/upload", produces = Fixed.JSON)
  CompletableFuture<String> upload(HttpServletRequest request) {
    return Eventually.of(() -> Bodies.upload(request).json(), waiting);
  }
}

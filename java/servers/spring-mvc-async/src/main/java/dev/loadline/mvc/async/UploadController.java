// The workload upload.
package dev.loadline.mvc.async;

import dev.loadline.workloads.Receipt;
import dev.loadline.workloads.Upload;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

@RestController
class UploadController {
  private final AsyncTaskExecutor tasks;

  UploadController(AsyncTaskExecutor tasks) {
    this.tasks = tasks;
  }

  @PutMapping("/upload")
  CompletableFuture<Receipt> upload(
      @RequestHeader(name = HttpHeaders.CONTENT_LENGTH, defaultValue = "-1") long length,
      InputStream body) {
    return tasks.submitCompletable(
        () -> {
          try (Upload upload = Upload.open(length)) {
            body.transferTo(upload);
            return upload.finish();
          }
        });
  }
}

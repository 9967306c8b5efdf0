// The workload upload.
package dev.loadline.mvc.blocking;

import dev.loadline.workloads.Receipt;
import dev.loadline.workloads.Upload;
import java.io.IOException;
import java.io.InputStream;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

@RestController
class UploadController {
  @PutMapping("/upload")
  Receipt upload(
      @RequestHeader(name = HttpHeaders.CONTENT_LENGTH, defaultValue = "-1") long length,
      InputStream body)
      throws IOException {
    try (Upload upload = Upload.open(length)) {
      body.transferTo(upload);
      return upload.finish();
    }
  }
}

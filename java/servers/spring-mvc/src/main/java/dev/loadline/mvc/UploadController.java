// The workload upload.
package dev.loadline.mvc;

import dev.loadline.workloads.Fixed;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class UploadController {
  @PutMapping(path = "/upload", produces = Fixed.JSON)
  String upload(HttpServletRequest request) throws IOException {
    return Bodies.upload(request).json();
  }
}

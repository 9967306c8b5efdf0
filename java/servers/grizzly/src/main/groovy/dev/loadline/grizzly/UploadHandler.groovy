// Streams an upload to its file.
package dev.loadline.grizzly

import dev.loadline.workloads.Limits
import dev.loadline.workloads.Upload
import groovy.transform.CompileStatic
import org.glassfish.grizzly.http.server.Request
import org.glassfish.grizzly.http.server.Response

@CompileStatic
final class UploadHandler extends WorkHandler {
  UploadHandler() {
    methods = ['PUT']
    isWaiting = true
  }

  /** A body that will be refused is not asked for. */
  @Override
  protected boolean sendAcknowledgment(Request request, Response response) {
    return request.contentLengthLong > Limits.UPLOAD_BYTES
        || super.sendAcknowledgment(request, response)
  }

  @Override
  protected void answer(Request request, Response response) {
    try (Upload upload = Upload.open(request.contentLengthLong)) {
      request.inputStream.transferTo(upload)
      sendJson(response, upload.finish())
    }
  }
}

// Streams an upload to its file as it comes.
package dev.loadline.grizzly

import dev.loadline.workloads.Upload
import groovy.transform.CompileStatic
import java.nio.ByteBuffer
import org.glassfish.grizzly.http.server.Request
import org.glassfish.grizzly.http.server.Response

@CompileStatic
final class UploadHandler {
  void service(Request request, Response response) {
    Upload upload = Upload.begin(request.contentLengthLong)
    new Receiver(request, response, upload).begin()
  }

  private static final class Receiver extends BodyReader {
    private final Upload upload

    Receiver(Request request, Response response, Upload upload) {
      super(request, response)
      this.upload = upload
    }

    @Override
    protected void part(ByteBuffer part) {
      upload.write(part)
    }

    @Override
    protected boolean end() {
      Answers.json(response, upload.finish().json())
      return true
    }

    @Override
    protected void release() {
      upload.close()
    }
  }
}

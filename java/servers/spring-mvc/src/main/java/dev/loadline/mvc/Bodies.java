// Reads request bodies, blocking.
package dev.loadline.mvc;

import dev.loadline.workloads.Cache;
import dev.loadline.workloads.Form;
import dev.loadline.workloads.JsonBody;
import dev.loadline.workloads.Limits;
import dev.loadline.workloads.Receipt;
import dev.loadline.workloads.SmallBody;
import dev.loadline.workloads.Upload;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** From the raw input, which nobody has read before ({@code server.properties} sees to it). */
public final class Bodies {
  private static final int BUFFER_BYTES = 64 << 10;

  private Bodies() {}

  /** The form of a request to the todos. */
  public static Form form(HttpServletRequest request) throws IOException {
    byte[] body = request.getInputStream().readNBytes(Limits.FORM_BYTES + 1);
    return Form.of(request.getContentType(), body);
  }

  /** The bytes of a value for the cache. */
  public static byte[] value(HttpServletRequest request) throws IOException {
    return Cache.value(small(request));
  }

  /** The bytes of a body that says that it is JSON. */
  public static byte[] json(HttpServletRequest request) throws IOException {
    JsonBody.expect(request.getContentType());
    return small(request);
  }

  private static byte[] small(HttpServletRequest request) throws IOException {
    return SmallBody.read(request.getInputStream(), request.getContentLengthLong());
  }

  /** Streams the body into an upload. */
  public static Receipt upload(HttpServletRequest request) throws IOException {
    try (Upload upload = Upload.begin(request.getContentLengthLong())) {
      InputStream body = request.getInputStream();
      byte[] buffer = new byte[BUFFER_BYTES];
      for (int length; (length = body.read(buffer)) >= 0; ) {
        upload.write(ByteBuffer.wrap(buffer, 0, length));
      }
      return upload.finish();
    }
  }
}

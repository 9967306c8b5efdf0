// Reads a request's body as it comes, without waiting for it.
package dev.loadline.grizzly

import groovy.transform.CompileStatic
import java.nio.ByteBuffer
import org.glassfish.grizzly.Buffer
import org.glassfish.grizzly.ReadHandler
import org.glassfish.grizzly.http.io.NIOInputStream
import org.glassfish.grizzly.http.server.Request
import org.glassfish.grizzly.http.server.Response

@CompileStatic
abstract class BodyReader implements ReadHandler {
  private final NIOInputStream body
  protected final Response response

  BodyReader(Request request, Response response) {
    this.body = request.getNIOInputStream()
    this.response = response
  }

  /** Takes all of the next part. */
  protected abstract void part(ByteBuffer part)

  /**
   * Answers, now that the body is complete, or has somebody answer it.
   *
   * @return whether the answer is there; otherwise whoever gives it resumes the response
   */
  protected abstract boolean end()

  /** The rest will not be read; may come after {@link #end} too. */
  protected abstract void release()

  void begin() {
    Request request = response.request
    if (request.requiresAcknowledgement()) {
      response.status = 100
      response.sendAcknowledgement()
      response.status = 200
    }
    response.suspend()
    body.notifyAvailable(this)
  }

  @Override
  void onDataAvailable() {
    try {
      takeAvailable()
      if (isMoreToCome()) {
        body.notifyAvailable(this)
      }
    } catch (Exception failure) {
      refuse(failure)
    }
  }

  @Override
  void onAllDataRead() {
    try {
      takeAvailable()
      boolean isAnswered = end()
      release()
      if (isAnswered) {
        response.resume()
      }
    } catch (Exception failure) {
      refuse(failure)
    }
  }

  /** The client has gone. */
  @Override
  void onError(Throwable failure) {
    release()
    if (response.suspended) {
      response.resume()
    }
  }

  /**
   * Grizzly goes on to {@link #onAllDataRead} by itself. To ask for more after the last part makes it
   * read the connection once more beside the next request's own reading: two threads then take that
   * one's body, and its first part came twice in one of many thousand uploads.
   */
  private boolean isMoreToCome() {
    return response.request.request.expectContent
  }

  private void takeAvailable() {
    while (body.readyData() > 0) {
      Buffer available = body.readBuffer()
      part(available.toByteBuffer())
    }
  }

  private void refuse(Exception failure) {
    release()
    Answers.failure(response, failure)
    response.resume()
  }
}

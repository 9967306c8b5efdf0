// Asks Redis, MySQL and MongoDB away from the selector's thread.
package dev.loadline.grizzly

import dev.loadline.workloads.Cache
import dev.loadline.workloads.Calls
import dev.loadline.workloads.JsonBody
import dev.loadline.workloads.Message
import dev.loadline.workloads.Messages
import dev.loadline.workloads.NamedRecord
import dev.loadline.workloads.Records
import dev.loadline.workloads.Service
import dev.loadline.workloads.Services
import dev.loadline.workloads.SmallBody
import groovy.transform.CompileStatic
import java.nio.ByteBuffer
import java.util.concurrent.Callable
import java.util.concurrent.CompletableFuture
import java.util.function.Consumer
import org.glassfish.grizzly.http.server.Request
import org.glassfish.grizzly.http.server.Response

@CompileStatic
final class ServiceHandler {
  private final Services services
  private final Calls redis = new Calls(Service.REDIS)
  private final Calls mysql = new Calls(Service.MYSQL)
  private final Calls mongodb = new Calls(Service.MONGODB)

  ServiceHandler(Services services) {
    this.services = services
  }

  void cache(String keyText, Request request, Response response) {
    String key = Cache.key(keyText)
    if (request.method.methodString == 'PUT') {
      new SmallReader(request, response, body -> put(key, Cache.value(body), response)).begin()
    } else {
      response.suspend()
      answer(response, redis.make(() -> services.cache().get(key))) { byte[] value ->
        Answers.bytes(response, Answers.TEXT, value)
      }
    }
  }

  private void put(String key, byte[] value, Response response) {
    answer(response, redis.make(() -> { services.cache().put(key, value) })) { Object none ->
      response.status = 204
    }
  }

  void addRecord(Request request, Response response) {
    JsonBody.expect(request.contentType)
    new SmallReader(request, response, body -> addRecord(Records.name(body), response)).begin()
  }

  private void addRecord(String name, Response response) {
    answer(response, mysql.make(() -> services.records().add(name))) { NamedRecord added ->
      created(response, added.path(), added.json())
    }
  }

  void record(String idText, Response response) {
    long id = Records.id(idText)
    response.suspend()
    answer(response, mysql.make(() -> services.records().find(id))) { NamedRecord found ->
      Answers.bytes(response, Answers.JSON, found.json())
    }
  }

  void addMessage(Request request, Response response) {
    JsonBody.expect(request.contentType)
    new SmallReader(request, response, body -> addMessage(Messages.content(body), response)).begin()
  }

  private void addMessage(String content, Response response) {
    answer(response, mongodb.make(() -> services.messages().add(content))) { Message added ->
      created(response, added.path(), added.json())
    }
  }

  void message(String idText, Response response) {
    String id = Messages.id(idText)
    response.suspend()
    answer(response, mongodb.make(() -> services.messages().find(id))) { Message found ->
      Answers.bytes(response, Answers.JSON, found.json())
    }
  }

  private static void created(Response response, String path, byte[] json) {
    response.status = 201
    response.setHeader('Location', path)
    Answers.bytes(response, Answers.JSON, json)
  }

  /** Ends a suspended response with what a call brought. */
  private static <T> void answer(
      Response response, CompletableFuture<T> call, Consumer<T> write) {
    call.whenComplete { T value, Throwable failure ->
      try {
        if (failure == null) {
          write.accept(value)
        } else {
          Answers.failure(response, failure)
        }
        response.resume()
      } catch (IOException | IllegalStateException gone) {
        // The client left within the call, and Grizzly has ended the response with it.
      }
    }
  }

  /** Collects a body that is held in memory, and refuses it as soon as it is too long. */
  private static final class SmallReader extends BodyReader {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream()
    private final Consumer<byte[]> work

    SmallReader(Request request, Response response, Consumer<byte[]> work) {
      super(request, response)
      SmallBody.expect(request.contentLengthLong)
      this.work = work
    }

    @Override
    protected void part(ByteBuffer part) {
      SmallBody.expect(bytes.size() + (long) part.remaining())
      byte[] taken = new byte[part.remaining()]
      part.get(taken)
      bytes.write(taken)
    }

    /** The call that the work begins resumes the response. */
    @Override
    protected boolean end() {
      work.accept(bytes.toByteArray())
      return false
    }

    @Override
    protected void release() {
      bytes.reset()
    }
  }
}

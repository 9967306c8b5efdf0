// What the handlers share: which methods and media type they take, whole answers, and problems.
package dev.loadline.grizzly

import dev.loadline.workloads.FormEncoding
import dev.loadline.workloads.Limits
import dev.loadline.workloads.Refused
import groovy.transform.CompileStatic
import java.nio.charset.StandardCharsets
import java.util.regex.Matcher
import java.util.regex.Pattern
import org.glassfish.grizzly.http.server.HttpHandler
import org.glassfish.grizzly.http.server.Request
import org.glassfish.grizzly.http.server.Response
import tools.jackson.core.JacksonException
import tools.jackson.databind.JsonNode
import tools.jackson.databind.json.JsonMapper

@CompileStatic
abstract class WorkHandler extends HttpHandler {
  static final JsonMapper JSON = new JsonMapper()

  private static final Map<Refused.Reason, Integer> STATUSES = [
    (Refused.Reason.INVALID): 400,
    (Refused.Reason.MISSING): 404,
    (Refused.Reason.CONFLICT): 409,
    (Refused.Reason.TOO_LARGE): 413,
    (Refused.Reason.UNAVAILABLE): 503,
  ]
  private static final Pattern SEGMENT = ~'/([^/]+)'

  private final List<String> methods

  /** What a body must be, or null. */
  protected String bodyType

  protected WorkHandler(String... methods) {
    this.methods = methods.contains('GET') ? methods.toList() + 'HEAD' : methods.toList()
    allowCustomStatusMessage = false
  }

  protected abstract void answer(Request request, Response response) throws Exception

  @Override
  final void service(Request request, Response response) throws Exception {
    try {
      String method = request.method.methodString
      if (request.requestURI.contains('//')) {
        response.sendError(404, 'A doubled slash is no path.')
      } else if (!methods.contains(method)) {
        response.setHeader('Allow', methods.join(', '))
        response.sendError(405, "$method is not for this path.")
      } else if (bodyType != null && method in ['POST', 'PUT'] && !isOfType(request, bodyType)) {
        response.sendError(415, "The body must be $bodyType.")
      } else {
        answer(request, response)
      }
    } catch (Refused refused) {
      response.sendError(STATUSES[refused.reason()], refused.message)
    }
  }

  private static boolean isOfType(Request request, String type) {
    return type.equalsIgnoreCase(request.contentType?.split(';')?.first()?.strip())
  }

  protected static void send(Response response, String type, String text) {
    send(response, type, text.getBytes(StandardCharsets.UTF_8))
  }

  protected static void send(Response response, String type, byte[] bytes) {
    response.contentType = type
    response.contentLength = bytes.length
    response.outputStream.write(bytes)
  }

  protected static void sendText(Response response, String text) {
    send(response, 'text/plain; charset=utf-8', text)
  }

  protected static void sendHtml(Response response, String html) {
    send(response, 'text/html; charset=utf-8', html)
  }

  protected static void sendJson(Response response, Object value) {
    send(response, 'application/json', JSON.writeValueAsBytes(value))
  }

  protected static void sendCreated(Response response, String path, Object value) {
    response.status = 201
    response.setHeader('Location', path)
    sendJson(response, value)
  }

  /** A parameter of the query, or null; Grizzly itself drops what is malformed. */
  protected static String parameter(Request request, String name) {
    FormEncoding.check(request.queryString)
    return request.getParameter(name)
  }

  /** What stands for the star in the handler's path. */
  protected static String inPath(Request request, Pattern pattern = SEGMENT) {
    Matcher path = pattern.matcher(request.pathInfo ?: '')
    if (!path.matches()) {
      throw new Refused(Refused.Reason.MISSING, 'There is nothing under this path.')
    }
    return path.group(1)
  }

  protected static byte[] body(Request request) {
    byte[] body = request.inputStream.readNBytes(Limits.SMALL_BODY_BYTES + 1)
    if (body.length > Limits.SMALL_BODY_BYTES) {
      throw new Refused(
          Refused.Reason.TOO_LARGE, "The body may have at most $Limits.SMALL_BODY_BYTES bytes.")
    }
    return body
  }

  /** A text of a JSON object, or null where it is missing or is no text. */
  protected static String jsonText(Request request, String name) {
    try {
      JsonNode value = JSON.readTree(body(request)).get(name)
      return value?.isString() ? value.stringValue() : null
    } catch (JacksonException malformed) {
      throw new Refused(Refused.Reason.INVALID, 'The body must be JSON.')
    }
  }
}

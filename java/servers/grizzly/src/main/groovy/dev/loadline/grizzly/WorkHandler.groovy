// What the handlers share: methods and media types, whole answers, and refusals.
package dev.loadline.grizzly

import dev.loadline.workloads.FormEncoding
import dev.loadline.workloads.Limits
import dev.loadline.workloads.Refused
import groovy.transform.CompileStatic
import java.nio.charset.StandardCharsets
import java.util.concurrent.Executor
import java.util.regex.Matcher
import org.glassfish.grizzly.http.server.HttpHandler
import org.glassfish.grizzly.http.server.Request
import org.glassfish.grizzly.http.server.RequestExecutorProvider
import org.glassfish.grizzly.http.server.Response
import org.glassfish.grizzly.threadpool.GrizzlyExecutorService
import org.glassfish.grizzly.threadpool.ThreadPoolConfig
import tools.jackson.core.JacksonException
import tools.jackson.databind.JsonNode
import tools.jackson.databind.json.JsonMapper

@CompileStatic
abstract class WorkHandler extends HttpHandler {
  protected static final String TEXT = 'text/plain; charset=utf-8'
  protected static final String HTML = 'text/html; charset=utf-8'
  protected static final String FORM = 'application/x-www-form-urlencoded'
  protected static final String JSON = 'application/json'
  protected static final JsonMapper MAPPER = new JsonMapper()

  private static final Map<Refused.Reason, Integer> STATUSES = [
    (Refused.Reason.INVALID): 400,
    (Refused.Reason.MISSING): 404,
    (Refused.Reason.CONFLICT): 409,
    (Refused.Reason.TOO_LARGE): 413,
    (Refused.Reason.UNAVAILABLE): 503,
  ]
  private static final Executor WAITING = GrizzlyExecutorService.createInstance(
      ThreadPoolConfig.defaultConfig().setPoolName('waiting')
          .setCorePoolSize(2).setMaxPoolSize(200))

  /** What the handler's path answers, and what the paths below it do. */
  protected List<String> methods = ['GET', 'HEAD']
  protected List<String> methodsBelow = []

  /** What the body of a POST or PUT must be, where that matters. */
  protected String bodyType

  /**
   * Whether the handler may wait for a body, a consumer or a service. It then does so on a thread
   * that nobody else needs: of Grizzly's workers there are two a core.
   */
  protected boolean isWaiting

  WorkHandler() {
    allowCustomStatusMessage = false
  }

  protected abstract void answer(Request request, Response response) throws Exception

  @Override
  RequestExecutorProvider getRequestExecutorProvider() {
    return isWaiting ? (Request request) -> WAITING : super.requestExecutorProvider
  }

  @Override
  final void service(Request request, Response response) throws Exception {
    List<String> allowed = methodsOf(request)
    String method = request.method.methodString
    try {
      if (allowed.isEmpty()) {
        response.sendError(404, 'There is nothing under this path.')
      } else if (!(method in allowed)) {
        response.setHeader('Allow', allowed.join(', '))
        response.sendError(405, "$method is not for this path.")
      } else if (bodyType && method in ['POST', 'PUT'] && !isOfType(request, bodyType)) {
        response.sendError(415, "The body must be $bodyType.")
      } else {
        answer(request, response)
      }
    } catch (Refused refused) {
      response.sendError(STATUSES[refused.reason()], refused.message)
    }
  }

  /** Grizzly takes doubled slashes for one. */
  protected List<String> methodsOf(Request request) {
    boolean isDoubled = request.requestURI.contains('//')
    return isDoubled ? [] : request.pathInfo == null ? methods : methodsBelow
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

  protected static void sendJson(Response response, Object value) {
    send(response, JSON, MAPPER.writeValueAsBytes(value))
  }

  protected static void setCreated(Response response, String path) {
    response.status = 201
    response.setHeader('Location', path)
  }

  /** A parameter of the query, or null; Grizzly itself drops what is malformed. */
  protected static String parameter(Request request, String name) {
    FormEncoding.check(request.queryString)
    return request.getParameter(name)
  }

  /** The one segment between the handler's path and the ending. */
  protected static String segment(Request request, String ending = '') {
    Matcher path = request.pathInfo =~ "/([^/]+)$ending"
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
      JsonNode value = MAPPER.readTree(body(request)).get(name)
      return value?.isString() ? value.stringValue() : null
    } catch (JacksonException malformed) {
      throw new Refused(Refused.Reason.INVALID, 'The body must be JSON.')
    }
  }
}

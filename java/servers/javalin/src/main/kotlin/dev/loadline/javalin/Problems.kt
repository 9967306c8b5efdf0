// Answers whatever goes wrong as application/problem+json.
package dev.loadline.javalin

import dev.loadline.workloads.Refused
import dev.loadline.workloads.Refused.Reason
import io.javalin.config.RoutesConfig
import io.javalin.http.Context
import io.javalin.http.Header
import io.javalin.http.HttpResponseException
import io.javalin.http.HttpStatus
import io.javalin.validation.ValidationException
import org.slf4j.LoggerFactory

private val log = LoggerFactory.getLogger("loadline")

@JvmRecord
private data class Problem(
  val type: String,
  val title: String,
  val status: Int,
  val detail: String,
)

internal fun RoutesConfig.answerProblems() {
  exception(Refused::class.java) { failure, context ->
    context.problem(statusOf(failure.reason()), failure.message)
  }
  exception(ValidationException::class.java) { failure, context ->
    val (name, errors) = failure.errors.entries.first()
    context.problem(HttpStatus.BAD_REQUEST, "$name: ${errors.first().message}")
  }
  exception(HttpResponseException::class.java) { failure, context ->
    failure.details["availableMethods"]?.let { context.header(Header.ALLOW, it) }
    context.problem(HttpStatus.forStatus(failure.status), failure.message)
  }
  exception(Exception::class.java) { failure, context ->
    log.error("a handler failed", failure)
    context.problem(HttpStatus.INTERNAL_SERVER_ERROR, "The server failed to answer this request.")
  }
}

private fun statusOf(reason: Reason) =
  when (reason) {
    Reason.INVALID -> HttpStatus.BAD_REQUEST
    Reason.MISSING -> HttpStatus.NOT_FOUND
    Reason.CONFLICT -> HttpStatus.CONFLICT
    Reason.TOO_LARGE -> HttpStatus.CONTENT_TOO_LARGE
    Reason.UNAVAILABLE -> HttpStatus.SERVICE_UNAVAILABLE
  }

private fun Context.problem(
  status: HttpStatus,
  detail: String?,
) {
  val problem = Problem("about:blank", status.message, status.code, detail ?: status.message)
  status(status).json(problem).contentType("application/problem+json")
}

// Answers whatever goes wrong as application/problem+json.
package dev.loadline.javalin

import dev.loadline.workloads.Problem
import dev.loadline.workloads.ProblemException
import dev.loadline.workloads.Routes
import io.javalin.config.RoutesConfig
import io.javalin.http.Context
import io.javalin.http.Header
import io.javalin.http.HttpResponseException
import io.javalin.http.HttpStatus
import org.eclipse.jetty.http.HttpException
import org.eclipse.jetty.http.HttpHeader
import org.eclipse.jetty.server.Request
import org.eclipse.jetty.server.Response
import org.eclipse.jetty.server.handler.ErrorHandler
import org.eclipse.jetty.util.Callback
import org.slf4j.LoggerFactory
import java.io.IOException
import java.nio.ByteBuffer

private val log = LoggerFactory.getLogger("loadline")

/** As much of a refused body is read and forgotten; who sends more may lose the answer. */
private const val PASSED_OVER_BYTES_MAX = 1L shl 20
private const val PART_BYTES = 16 shl 10

internal fun RoutesConfig.answerProblems() {
  exception(
    ProblemException::class.java,
  ) { failure, context -> context.problem(failure.problem()) }
  exception(
    HttpResponseException::class.java,
  ) { failure, context -> context.problem(context.problemOf(failure)) }
  exception(Exception::class.java) { failure, context -> context.problem(problemOf(failure)) }
}

private fun Context.problemOf(failure: HttpResponseException): Problem {
  val allowed = Routes.allowed(path())
  return when (failure.status) {
    HttpStatus.METHOD_NOT_ALLOWED.code if allowed != null -> Problem.methodNotAllowed(allowed)
    else -> Problem.of(failure.status)
  }
}

/** A request that Jetty cannot read tells its status; anything else is a failure of this server. */
private fun problemOf(failure: Exception): Problem {
  if (failure is HttpException) {
    return Problem.of(failure.code)
  }
  log.error("a handler failed", failure)
  return Problem.internal()
}

private fun Context.problem(problem: Problem) {
  passOverBody()
  problem.headers().forEach { (name, value) -> header(name, value) }
  status(problem.status()).contentType(Problem.MEDIA_TYPE).result(problem.json())
}

/**
 * Jetty closes a connection whose request was not read, and the reset of those bytes can take away
 * the answer. So a body is read to its end first, unless it is long, or waits to be asked for.
 */
private fun Context.passOverBody() {
  if (header(Header.EXPECT) != null || req().contentLengthLong > PASSED_OVER_BYTES_MAX) {
    return
  }
  val part = ByteArray(PART_BYTES)
  var passedOver = 0L
  try {
    while (passedOver <= PASSED_OVER_BYTES_MAX) {
      val bytes = req().inputStream.read(part)
      if (bytes < 0) return
      passedOver += bytes
    }
  } catch (unreadable: IOException) {
    log.debug("the rest of a refused request could not be read", unreadable)
  }
}

/** For what never gets as far as Javalin, such as a request that is not HTTP. */
internal class JettyProblems : ErrorHandler() {
  override fun handle(
    request: Request,
    response: Response,
    callback: Callback,
  ): Boolean {
    val problem = Problem.of(response.status)
    response.headers.put(HttpHeader.CONTENT_TYPE, Problem.MEDIA_TYPE)
    problem.headers().forEach { (name, value) -> response.headers.put(name, value) }
    response.write(true, ByteBuffer.wrap(problem.json()), callback)
    return true
  }
}

// Answers whatever goes wrong as application/problem+json.
package dev.loadline.javalin

import dev.loadline.workloads.Problem
import dev.loadline.workloads.ProblemException
import dev.loadline.workloads.Routes
import io.javalin.config.RoutesConfig
import io.javalin.http.Context
import io.javalin.http.HttpResponseException
import io.javalin.http.HttpStatus
import org.eclipse.jetty.http.HttpException
import org.eclipse.jetty.http.HttpHeader
import org.eclipse.jetty.server.Request
import org.eclipse.jetty.server.Response
import org.eclipse.jetty.server.handler.ErrorHandler
import org.eclipse.jetty.util.Callback
import org.slf4j.LoggerFactory
import java.nio.ByteBuffer

private val log = LoggerFactory.getLogger("loadline")

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
  problem.headers().forEach { (name, value) -> header(name, value) }
  status(problem.status()).contentType(Problem.MEDIA_TYPE).result(problem.json())
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

// Refuses what Javalin would repair: escapes, numbers, forms and JSON that are not well formed.
package dev.loadline.javalin

import dev.loadline.workloads.Checks
import dev.loadline.workloads.FormEncoding
import io.javalin.config.JavalinConfig
import io.javalin.http.Context
import io.javalin.http.UnsupportedMediaTypeResponse
import io.javalin.http.bodyValidator
import io.javalin.json.JavalinJackson3
import tools.jackson.databind.cfg.CoercionAction
import tools.jackson.databind.cfg.CoercionInputShape
import tools.jackson.databind.type.LogicalType

/** Javalin leaves malformed parameters out, and its numbers have signs and any script's digits. */
internal fun JavalinConfig.beStrict() {
  routes.before { FormEncoding.check(it.queryString()) }
  validation.register(Int::class.javaObjectType) {
    Checks.number("A number", it, 0, Int.MAX_VALUE.toLong()).toInt()
  }
  validation.register(Long::class.javaObjectType) { Checks.rowId(it) }
}

/** Jackson makes a text of a number or a boolean, too. */
internal fun strictMapper() =
  JavalinJackson3().updateMapper { mapper ->
    mapper.withCoercionConfig(LogicalType.Textual) { text ->
      listOf(CoercionInputShape.Boolean, CoercionInputShape.Integer, CoercionInputShape.Float)
        .forEach { text.setCoercion(it, CoercionAction.Fail) }
    }
  }

/** The body for `formParam`, which passes over what it cannot decode. */
internal fun Context.checkForm() {
  if (!isFormUrlencoded()) throw UnsupportedMediaTypeResponse()
  FormEncoding.check(bodyAsBytes().toString(Charsets.ISO_8859_1))
}

/** The object in the body; Javalin takes any content type and puts U+FFFD for what is not UTF-8. */
internal inline fun <reified T : Any> Context.jsonBody(): T {
  if (!isJson()) throw UnsupportedMediaTypeResponse()
  Checks.utf8(bodyAsBytes())
  return bodyValidator<T>().get()
}

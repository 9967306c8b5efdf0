// Asks Redis, MySQL and MongoDB, blocking the thread of the request.
package dev.loadline.javalin

import dev.loadline.workloads.Cache
import dev.loadline.workloads.Fixed
import dev.loadline.workloads.JsonBody
import dev.loadline.workloads.Messages
import dev.loadline.workloads.Records
import dev.loadline.workloads.SmallBody
import io.javalin.http.Context
import io.javalin.http.HttpStatus

internal class CacheRoutes(
  private val cache: Cache,
) {
  fun get(context: Context) {
    context.result(cache.get(context.key())).contentType(Fixed.TEXT)
  }

  fun put(context: Context) {
    cache.put(context.key(), Cache.value(context.smallBody()))
    context.status(HttpStatus.NO_CONTENT)
  }

  private fun Context.key() = Cache.key(pathParam("key"))
}

internal class RecordRoutes(
  private val records: Records,
) {
  fun add(context: Context) {
    val added = records.add(Records.name(context.jsonBody()))
    context.created(added.path(), added.json())
  }

  fun single(context: Context) {
    context.result(records.find(Records.id(context.pathParam("id"))).json()).contentType(Fixed.JSON)
  }
}

internal class MessageRoutes(
  private val messages: Messages,
) {
  fun add(context: Context) {
    val added = messages.add(Messages.content(context.jsonBody()))
    context.created(added.path(), added.json())
  }

  fun single(context: Context) {
    context
      .result(messages.find(Messages.id(context.pathParam("id"))).json())
      .contentType(Fixed.JSON)
  }
}

private fun Context.created(
  path: String,
  json: ByteArray,
) {
  status(HttpStatus.CREATED).header("Location", path).contentType(Fixed.JSON).result(json)
}

private fun Context.jsonBody(): ByteArray {
  JsonBody.expect(contentType())
  return smallBody()
}

private fun Context.smallBody() = SmallBody.read(bodyInputStream(), req().contentLengthLong)

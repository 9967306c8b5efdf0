// Adds records to MySQL and finds them.
package dev.loadline.javalin

import dev.loadline.workloads.Records
import io.javalin.http.Context
import io.javalin.http.Header
import io.javalin.http.HttpStatus
import io.javalin.http.pathParamAsClass

@JvmRecord
private data class NewRecord(
  val name: String,
)

internal class RecordHandlers(
  private val records: Records,
) {
  fun add(context: Context) {
    val added = records.add(context.jsonBody<NewRecord>().name)
    context.status(HttpStatus.CREATED).header(Header.LOCATION, "/records/${added.id()}").json(added)
  }

  fun single(context: Context) {
    context.json(records.find(context.pathParamAsClass<Long>("id").get()))
  }
}

// Streams an upload to its file as it comes.
package dev.loadline.javalin

import dev.loadline.workloads.Fixed
import dev.loadline.workloads.Upload
import io.javalin.http.Context
import java.nio.ByteBuffer

private const val PART_BYTES = 64 shl 10

internal fun upload(context: Context) {
  Upload.begin(context.req().contentLengthLong).use { upload ->
    val body = context.bodyInputStream()
    val part = ByteArray(PART_BYTES)
    generateSequence { body.read(part).takeIf { it >= 0 } }
      .forEach { upload.write(ByteBuffer.wrap(part, 0, it)) }
    context.contentType(Fixed.JSON).result(upload.finish().json())
  }
}

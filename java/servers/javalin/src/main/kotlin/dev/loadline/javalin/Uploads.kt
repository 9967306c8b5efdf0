// Streams an upload to its file as it comes.
package dev.loadline.javalin

import dev.loadline.workloads.Upload
import io.javalin.http.Context

internal fun upload(context: Context) {
  Upload.open(context.req().contentLengthLong).use { upload ->
    context.bodyInputStream().transferTo(upload)
    context.json(upload.finish())
  }
}

// Adds records to MySQL.
package dev.loadline.grizzly

import dev.loadline.workloads.NamedRecord
import dev.loadline.workloads.Records
import groovy.transform.CompileStatic
import org.glassfish.grizzly.http.server.Request
import org.glassfish.grizzly.http.server.Response

@CompileStatic
final class AddRecordHandler extends WorkHandler {
  private final Records records

  AddRecordHandler(Records records) {
    super('POST')
    bodyType = 'application/json'
    this.records = records
  }

  @Override
  protected void answer(Request request, Response response) {
    NamedRecord added = records.add(jsonText(request, 'name'))
    sendCreated(response, "/records/${added.id()}", added)
  }
}

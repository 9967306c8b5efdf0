// Shows a record of MySQL.
package dev.loadline.grizzly

import dev.loadline.workloads.Checks
import dev.loadline.workloads.Records
import groovy.transform.CompileStatic
import org.glassfish.grizzly.http.server.Request
import org.glassfish.grizzly.http.server.Response

@CompileStatic
final class RecordHandler extends WorkHandler {
  private final Records records

  RecordHandler(Records records) {
    super('GET')
    this.records = records
  }

  @Override
  protected void answer(Request request, Response response) {
    sendJson(response, records.find(Checks.rowId(inPath(request))))
  }
}

// Keeps records in MySQL.
package dev.loadline.grizzly

import dev.loadline.workloads.Checks
import dev.loadline.workloads.NamedRecord
import dev.loadline.workloads.Records
import groovy.transform.CompileStatic
import org.glassfish.grizzly.http.Method
import org.glassfish.grizzly.http.server.Request
import org.glassfish.grizzly.http.server.Response

@CompileStatic
final class RecordsHandler extends WorkHandler {
  private final Records records

  RecordsHandler(Records records) {
    methods = ['POST']
    methodsBelow = ['GET', 'HEAD']
    bodyType = JSON
    isWaiting = true
    this.records = records
  }

  @Override
  protected void answer(Request request, Response response) {
    if (request.method == Method.POST) {
      NamedRecord added = records.add(jsonText(request, 'name'))
      setCreated(response, "/records/${added.id()}")
      sendJson(response, added)
    } else {
      sendJson(response, records.find(Checks.rowId(segment(request))))
    }
  }
}

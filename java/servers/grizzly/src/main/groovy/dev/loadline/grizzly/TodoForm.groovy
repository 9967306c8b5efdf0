// Reads the form of a todo, of PUT too: Grizzly reads parameters from a POST alone.
package dev.loadline.grizzly

import dev.loadline.workloads.FormEncoding
import dev.loadline.workloads.TodoChange
import groovy.transform.CompileStatic
import java.nio.charset.StandardCharsets
import org.glassfish.grizzly.http.util.Parameters
import org.glassfish.grizzly.memory.Buffers
import org.glassfish.grizzly.memory.MemoryManager

@CompileStatic
final class TodoForm {
  static final String TYPE = 'application/x-www-form-urlencoded'

  private TodoForm() {}

  static TodoChange change(byte[] body) {
    FormEncoding.check(new String(body, StandardCharsets.ISO_8859_1))
    Parameters form = new Parameters()
    form.processParameters(
        Buffers.wrap(MemoryManager.DEFAULT_MEMORY_MANAGER, body), 0, body.length,
        StandardCharsets.UTF_8)
    return TodoChange.of(form.getParameter('description'), form.getParameter('done'))
  }
}

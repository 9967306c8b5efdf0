// Starts the Grizzly stack where the environment says.
package dev.loadline.grizzly

import groovy.transform.CompileStatic
import java.util.logging.Level
import java.util.logging.Logger

@CompileStatic
final class Main {
  /** Held here, or the level is lost when the logger is collected. */
  private static final Logger GRIZZLY = Logger.getLogger('org.glassfish.grizzly')

  static void main(String[] arguments) {
    GRIZZLY.level = Level.SEVERE
    Map<String, String> environment = System.getenv()
    Server server =
        new Server(environment['HOST'] ?: '127.0.0.1', (environment['PORT'] ?: '8080') as int)
    server.start()
    Runtime.runtime.addShutdownHook(new Thread(server::stop))
    // Grizzly's threads are daemons: without this one the process would end here.
    Thread.currentThread().join()
  }
}

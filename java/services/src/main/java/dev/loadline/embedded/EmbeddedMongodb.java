// What speaks MongoDB's wire protocol within this process, and is not MongoDB.
package dev.loadline.embedded;

import de.bwaldvogel.mongo.MongoServer;
import java.io.IOException;
import java.nio.file.Path;

final class EmbeddedMongodb implements Embedded {
  @Override
  public Started start(Path folder) throws IOException {
    String product = "mongo-java-server " + Versions.of("mongo-java-server");
    MongoServer server = new MongoServer(new CountingBackend(product));
    server.bind(FreePort.LOOPBACK, 0);
    int port = server.getLocalAddress().getPort();
    return new Started(
        "mongodb://%s:%d/loadline".formatted(FreePort.LOOPBACK, port),
        product + " (embedded, not MongoDB)");
  }
}

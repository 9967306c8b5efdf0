// What differs from service to service.
package dev.loadline.services;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

interface Kind {
  static Kind of(ServiceName name) {
    return switch (name) {
      case REDIS -> new Redis();
      case MYSQL -> new Mysql();
      case MONGODB -> new Mongodb();
    };
  }

  /**
   * @throws Exception nobody answers, in the words of each client library
   */
  Client connect(String url, int timeoutMillis) throws Exception;

  /** The URL of one that we start at {@code host:port}. */
  String url(String address);

  /** Makes the folder ready for a server program, and tells how it is started there. */
  List<String> command(String program, Place place) throws IOException, InterruptedException;

  Container container();

  /** A connection to a service by the client library that servers use. */
  interface Client extends AutoCloseable {
    /** Such as {@code Redis 7.0.15}, which only a service that truly answers can say. */
    String product() throws Exception;

    Counts counts() throws Exception;

    @Override
    void close() throws IOException;
  }

  /** How an image is run. */
  record Container(Map<String, String> environment, List<String> command) {}

  /**
   * Where a server program is to be started.
   *
   * @param folder its own
   */
  record Place(Path folder, int port, Runner runner) {}

  /** Runs another program to its end, and gives what it wrote. */
  interface Runner {
    /**
     * @throws IOException it could not be run, or failed
     */
    String run(List<String> command) throws IOException, InterruptedException;
  }
}

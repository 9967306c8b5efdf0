// MongoDB: how it is asked, and how it is started.
package dev.loadline.services;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.bson.Document;

final class Mongodb implements Kind {
  /** How the embedded one names itself among its modules; MongoDB has none of this name. */
  private static final String STAND_IN = "mongo-java-server";

  @Override
  public Client connect(String url, int timeoutMillis) {
    MongoClientSettings settings =
        MongoClientSettings.builder()
            .applyConnectionString(new ConnectionString(url))
            .applyToClusterSettings(
                cluster -> cluster.serverSelectionTimeout(timeoutMillis, TimeUnit.MILLISECONDS))
            .applyToSocketSettings(
                socket ->
                    socket
                        .connectTimeout(timeoutMillis, TimeUnit.MILLISECONDS)
                        .readTimeout(timeoutMillis, TimeUnit.MILLISECONDS))
            .build();
    return new MongodbClient(MongoClients.create(settings));
  }

  @Override
  public String url(String address) {
    return "mongodb://" + address + "/loadline";
  }

  @Override
  public List<String> command(String program, Place place) throws IOException {
    Path data = Files.createDirectory(place.folder().resolve("data"));
    return List.of(
        program,
        "--dbpath",
        data.toString(),
        "--bind_ip",
        "127.0.0.1",
        "--port",
        Integer.toString(place.port()),
        "--nounixsocket",
        "--quiet");
  }

  @Override
  public Container container() {
    return new Container(Map.of(), List.of("mongod", "--bind_ip_all", "--quiet"));
  }

  private record MongodbClient(MongoClient client) implements Client {
    @Override
    public String product() {
      Document info = command("buildInfo");
      return info.getList("modules", String.class, List.of()).stream()
          .filter(module -> module.startsWith(STAND_IN))
          .map(module -> module + ", not MongoDB")
          .findFirst()
          .orElseGet(() -> "MongoDB " + info.getString("version"));
    }

    @Override
    public Counts counts() {
      Document counters = command("serverStatus").get("opcounters", Document.class);
      return new Counts(count(counters, "query"), count(counters, "insert"));
    }

    private static long count(Document counters, String operation) {
      return counters.get(operation, Number.class).longValue();
    }

    private Document command(String name) {
      return client.getDatabase("admin").runCommand(new Document(name, 1));
    }

    @Override
    public void close() {
      client.close();
    }
  }
}

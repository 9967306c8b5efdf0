// The program as its users see it: one line, real services behind it, and nothing left of it in the
// end.
package dev.loadline.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Execution(ExecutionMode.CONCURRENT)
class EmbeddedServicesTest {
  private static final long SOON_MILLIS = 10_000;

  /** In which the program finds its temporary folder. */
  @TempDir Path folder;

  private Process program;

  @AfterEach
  void end() throws IOException {
    if (program != null) {
      program.getOutputStream().close();
      program.destroyForcibly();
    }
  }

  @Test
  void saysInOneLineWhereItsServicesAre() throws Exception {
    JsonNode line = start("mongodb", "redis");
    assertThat(line.propertyNames()).containsExactly("mongodb", "redis");
    assertThat(line.at("/redis/url").asString()).matches("redis://127\\.0\\.0\\.1:\\d+");
    assertThat(line.at("/redis/description").asString())
        .matches("Redis \\d+\\.\\d+\\.\\d+ \\(embedded\\)");
    assertThat(line.at("/mongodb/description").asString())
        .matches("mongo-java-server \\d+\\.\\d+\\.\\d+ \\(embedded, not MongoDB\\)");
    program.getOutputStream().close();
    assertThat(program.inputReader().readLine()).isNull();
  }

  @Test
  void countsWhatItsMongodbIsAskedFor() throws Exception {
    String url = start("mongodb").at("/mongodb/url").asString();
    try (MongoClient client = MongoClients.create(url)) {
      MongoCollection<Document> ducks = client.getDatabase("loadline").getCollection("ducks");
      Document before = counters(client);
      ducks.insertOne(new Document("_id", 1));
      ducks.insertMany(List.of(new Document("_id", 2), new Document("_id", 3)));
      ducks.find(Filters.eq("_id", 2)).first();
      Document after = counters(client);
      assertThat(after.getLong("insert") - before.getLong("insert")).isEqualTo(3);
      assertThat(after.getLong("query") - before.getLong("query")).isEqualTo(1);
    }
  }

  @Test
  void doesNotPassForMongodb() throws Exception {
    String url = start("mongodb").at("/mongodb/url").asString();
    try (MongoClient client = MongoClients.create(url)) {
      Document info = client.getDatabase("admin").runCommand(new Document("buildInfo", 1));
      assertThat(info.getList("modules", String.class))
          .singleElement()
          .asString()
          .startsWith("mongo-java-server ");
    }
  }

  @Test
  void endsWithItsStandardInputAndLeavesNothing() throws Exception {
    JsonNode line = start("redis", "mongodb");
    program.getOutputStream().close();
    assertThat(program.waitFor(SOON_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
    assertThat(program.exitValue()).isZero();
    assertNothingIsLeft(line);
  }

  @Test
  void endsWhenItIsAskedToAndLeavesNothing() throws Exception {
    JsonNode line = start("redis", "mongodb");
    program.destroy();
    assertThat(program.waitFor(SOON_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
    assertNothingIsLeft(line);
  }

  @Test
  void leavesNothingWhenItIsKilled() throws Exception {
    JsonNode line = start("redis", "mongodb");
    program.destroyForcibly().waitFor();
    assertNothingIsLeft(line);
  }

  @Test
  void leavesNothingWhenItEndsWhileItStarts() throws Exception {
    run("redis", "mysql");
    TimeUnit.MILLISECONDS.sleep(1_500);
    program.getOutputStream().close();
    assertThat(program.waitFor(2 * SOON_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
    assertThat(files()).isEmpty();
  }

  @Test
  void saysHowItIsUsedToWhoNamesNoServiceOrAWrongOne() throws Exception {
    run("redis", "duck");
    assertThat(program.waitFor()).isEqualTo(2);
    assertThat(text(program.getErrorStream().readAllBytes()))
        .startsWith("duck is no service\nusage: java -jar loadline-services.jar");
    assertThat(program.getInputStream().readAllBytes()).isEmpty();
    run();
    assertThat(program.waitFor()).isEqualTo(2);
    assertThat(text(program.getErrorStream().readAllBytes())).startsWith("usage: ");
  }

  private JsonNode start(String... names) throws IOException {
    run(names);
    BufferedReader lines = program.inputReader();
    String line = lines.readLine();
    assertThat(line).as(() -> text(stderr())).isNotNull();
    return JsonMapper.shared().readTree(line);
  }

  private void run(String... names) throws IOException {
    List<String> java =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Djava.io.tmpdir=" + folder,
            "-cp",
            System.getProperty("java.class.path"),
            EmbeddedServices.class.getName());
    program = new ProcessBuilder(Stream.concat(java.stream(), Stream.of(names)).toList()).start();
  }

  private byte[] stderr() {
    try {
      return program.getErrorStream().readAllBytes();
    } catch (IOException gone) {
      return new byte[0];
    }
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static Document counters(MongoClient client) {
    return client
        .getDatabase("admin")
        .runCommand(new Document("serverStatus", 1))
        .get("opcounters", Document.class);
  }

  private void assertNothingIsLeft(JsonNode line) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SOON_MILLIS);
    while (!files().isEmpty() && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    assertThat(files()).isEmpty();
    for (JsonNode service : line) {
      assertThat(refuses(URI.create(service.get("url").asString()))).isTrue();
    }
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  private static boolean refuses(URI url) throws IOException {
    try (Socket socket = new Socket(url.getHost(), url.getPort())) {
      return !socket.isConnected();
    } catch (ConnectException refused) {
      return true;
    }
  }
}

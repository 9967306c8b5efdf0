// Stores messages in MongoDB and finds them.
package dev.loadline.broken.honest;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.bson.Document;
import org.bson.types.ObjectId;

/** Honest messages; a fault overrides what it breaks. */
public class Messages {
  private static final int CONNECTIONS = 8;

  /** The driver tells of every attempt to connect again. */
  private static final Logger OF_THE_DRIVER = Logger.getLogger("org.mongodb.driver");

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private final MongoCollection<Document> collection = open(System.getenv("MONGODB_URL"));
  private final TextBody body = new TextBody();

  Reply post(Request request) throws IOException {
    String content = body.read(request, "content");
    // As exactly as MongoDB keeps it.
    Instant created = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    Document message = new Document("content", content).append("createdAt", Date.from(created));
    insert(message);
    ObjectId id = message.getObjectId("_id");
    return Reply.json(201, message(id, content, created)).with("Location", "/messages/" + id);
  }

  Reply get(String hexadecimal) {
    if (!hexadecimal.matches("[0-9a-f]{24}")) {
      throw Refusal.badRequest("The id of a message has 24 hexadecimal digits.");
    }
    ObjectId id = new ObjectId(hexadecimal);
    Document message = find(id);
    if (message == null) {
      throw Refusal.notFound();
    }
    Instant created = message.getDate("createdAt").toInstant();
    return Reply.json(200, message(id, message.getString("content"), created));
  }

  private String message(ObjectId id, String content, Instant created) {
    return "{\"id\":\"%s\",\"content\":%s,\"createdAt\":\"%s\"}"
        .formatted(id, Reply.quoted(content), written(created));
  }

  protected String written(Instant time) {
    return TIME.format(time);
  }

  private void insert(Document message) {
    ask(all -> all.insertOne(message));
  }

  private Document find(ObjectId id) {
    return ask(all -> all.find(new Document("_id", id)).first());
  }

  /** What is asked of the collection. */
  private interface Question<T> {
    T of(MongoCollection<Document> messages);
  }

  private <T> T ask(Question<T> question) {
    if (collection == null) {
      throw Refusal.unavailable("MongoDB");
    }
    try {
      return question.of(collection);
    } catch (MongoException failure) {
      throw Refusal.unavailable("MongoDB");
    }
  }

  /** Null when no address was told. */
  private static MongoCollection<Document> open(String url) {
    if (url == null) {
      return null;
    }
    OF_THE_DRIVER.setLevel(Level.OFF);
    ConnectionString address = new ConnectionString(url);
    MongoClient client = MongoClients.create(settings(address));
    return client.getDatabase(address.getDatabase()).getCollection("messages");
  }

  private static MongoClientSettings settings(ConnectionString address) {
    return MongoClientSettings.builder()
        .applyConnectionString(address)
        .retryReads(false)
        .retryWrites(false)
        .applyToClusterSettings(
            cluster -> cluster.serverSelectionTimeout(Pool.WAIT_MILLIS, TimeUnit.MILLISECONDS))
        .applyToConnectionPoolSettings(
            pool -> pool.maxSize(CONNECTIONS).maxWaitTime(Pool.WAIT_MILLIS, TimeUnit.MILLISECONDS))
        .applyToSocketSettings(
            socket ->
                socket
                    .connectTimeout(Pool.CONNECT_MILLIS, TimeUnit.MILLISECONDS)
                    .readTimeout(Pool.ANSWER_MILLIS, TimeUnit.MILLISECONDS))
        .applyToServerSettings(server -> server.heartbeatFrequency(500, TimeUnit.MILLISECONDS))
        .build();
  }
}

// The messages workload: documents of a collection in MongoDB.
package dev.loadline.yardstick;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.bson.Document;
import org.bson.types.ObjectId;

final class Messages {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
  private static final int HEARTBEAT_MILLIS = 500;
  private static final String DATABASE = "test";
  // Held here, or its level is forgotten; the driver would print each service that goes away.
  private static final Logger DRIVER = Logger.getLogger("org.mongodb.driver");

  private final Calls calls = new Calls("MongoDB");
  // Opened before the first request, which would wait for the driver's classes to be loaded too.
  private final MongoCollection<Document> collection = collection(System.getenv("MONGODB_URL"));

  void post(Exchange exchange) throws Problem {
    Json.receive(exchange, "content", content -> ask(exchange, () -> added(exchange, content)));
  }

  void get(Exchange exchange, String id) throws Problem {
    if (!id.matches("[0-9a-f]{24}")) {
      throw Problem.badRequest("The id of a message is 24 hexadecimal digits in lower case.");
    }
    ask(exchange, () -> found(exchange, new ObjectId(id)));
  }

  private Exchange.Step added(Exchange exchange, String content) {
    ObjectId id = new ObjectId();
    Document message =
        new Document("_id", id).append("content", content).append("createdAt", new Date());
    collection.insertOne(message);
    return () -> exchange.created("/messages/" + id, json(message));
  }

  private Exchange.Step found(Exchange exchange, ObjectId id) {
    Document message = collection.find(Filters.eq(id)).first();
    if (message == null) {
      return () -> {
        throw Problem.notFound("There is no message " + id + ".");
      };
    }
    return () -> exchange.json(json(message));
  }

  private static String json(Document message) {
    Instant createdAt = message.getDate("createdAt").toInstant();
    return "{\"id\":\""
        + message.getObjectId("_id")
        + "\",\"content\":"
        + Json.quoted(message.getString("content"))
        + ",\"createdAt\":\""
        + TIME.format(createdAt)
        + "\"}";
  }

  private void ask(Exchange exchange, Calls.Call call) throws Problem {
    if (collection == null) {
      throw calls.unavailable();
    }
    calls.make(exchange, () -> asked(call));
  }

  private Exchange.Step asked(Calls.Call call) throws Exception {
    try {
      return call.ask();
    } catch (MongoException failure) {
      throw calls.unavailable();
    }
  }

  private static MongoCollection<Document> collection(String url) {
    if (url == null || url.isEmpty()) {
      return null;
    }
    DRIVER.setLevel(Level.OFF);
    ConnectionString address = new ConnectionString(url);
    String database = address.getDatabase() == null ? DATABASE : address.getDatabase();
    return MongoClients.create(settings(address)).getDatabase(database).getCollection("messages");
  }

  private static MongoClientSettings settings(ConnectionString address) {
    return MongoClientSettings.builder()
        .applyConnectionString(address)
        .retryReads(false)
        .retryWrites(false)
        .applyToClusterSettings(
            cluster -> cluster.serverSelectionTimeout(Calls.WAIT_MILLIS_MAX, TimeUnit.MILLISECONDS))
        .applyToServerSettings(
            server ->
                server
                    .heartbeatFrequency(HEARTBEAT_MILLIS, TimeUnit.MILLISECONDS)
                    .minHeartbeatFrequency(HEARTBEAT_MILLIS, TimeUnit.MILLISECONDS))
        .applyToSocketSettings(
            socket ->
                socket
                    .connectTimeout(Calls.WAIT_MILLIS_MAX, TimeUnit.MILLISECONDS)
                    .readTimeout(Calls.WAIT_MILLIS_MAX, TimeUnit.MILLISECONDS))
        .applyToConnectionPoolSettings(
            pool ->
                pool.maxSize(Calls.CONNECTIONS_MAX)
                    // Each thread opens its own: two at a time by default, while the others wait.
                    .maxConnecting(Calls.CONNECTIONS_MAX)
                    .maxWaitTime(Calls.WAIT_MILLIS_MAX, TimeUnit.MILLISECONDS))
        .build();
  }
}

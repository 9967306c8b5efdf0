// What the messages ask of MongoDB, through its synchronous driver.
package dev.loadline.workloads;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.bson.Document;
import org.bson.types.ObjectId;

/** Blocks for as long as MongoDB takes, and never longer than {@link Limits} allow. */
final class Mongodb implements AutoCloseable {
  private final MongoClient client;
  private final MongoCollection<Document> messages;

  Mongodb(String url) {
    ConnectionString address = new ConnectionString(url);
    String database = address.getDatabase();
    client = MongoClients.create(settings(address));
    messages = client.getDatabase(database == null ? "test" : database).getCollection("messages");
  }

  private static MongoClientSettings settings(ConnectionString address) {
    return MongoClientSettings.builder()
        .applyConnectionString(address)
        .retryWrites(false)
        // One limit for all that a call may wait for: a server, a connection and the answer.
        .timeout(Limits.SERVICE_WAIT_MILLIS + Limits.SERVICE_ANSWER_MILLIS, TimeUnit.MILLISECONDS)
        .applyToClusterSettings(
            cluster ->
                cluster.serverSelectionTimeout(Limits.SERVICE_WAIT_MILLIS, TimeUnit.MILLISECONDS))
        .applyToConnectionPoolSettings(pool -> pool.minSize(0).maxSize(Limits.SERVICE_CONNECTIONS))
        // The driver's monitor of the server is bounded by this one.
        .applyToSocketSettings(
            socket -> socket.connectTimeout(Limits.SERVICE_ANSWER_MILLIS, TimeUnit.MILLISECONDS))
        .build();
  }

  /** Inserts a message once. */
  Message insert(String content) {
    ObjectId id = new ObjectId();
    Date now = new Date();
    Document message = new Document("_id", id).append("content", content).append("createdAt", now);
    answered(() -> messages.insertOne(message));
    return new Message(id.toHexString(), content, now.toInstant());
  }

  /** The message with this id, or null. */
  Message find(String id) {
    Document found = answered(() -> messages.find(new Document("_id", new ObjectId(id))).first());
    return found == null
        ? null
        : new Message(id, found.getString("content"), found.getDate("createdAt").toInstant());
  }

  private static <T> T answered(Supplier<T> call) {
    try {
      return call.get();
    } catch (MongoException failure) {
      throw Service.MONGODB.unavailable();
    }
  }

  @Override
  public void close() {
    client.close();
  }
}

// The work of the workload messages: contents with the time of their posting, in MongoDB.
package dev.loadline.workloads;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.bson.Document;
import org.bson.types.ObjectId;

/** All methods may be called from any thread; {@link #add} and {@link #find} block. */
public final class Messages implements AutoCloseable {
  private final MongoClient client;
  private final MongoCollection<Document> messages;
  private final Bulkhead bulkhead = new Bulkhead("MongoDB", Limits.SERVICE_CONNECTIONS);

  /**
   * The driver looks for its server from now on.
   *
   * @param url as {@code mongodb://host:port/database}, or null
   */
  public Messages(String url) {
    if (url == null) {
      client = null;
      messages = null;
      return;
    }
    ConnectionString address = new ConnectionString(url);
    String database = address.getDatabase();
    client = MongoClients.create(settings(address));
    messages = client.getDatabase(database == null ? "test" : database).getCollection("messages");
  }

  private static MongoClientSettings settings(ConnectionString address) {
    return MongoClientSettings.builder()
        .applyConnectionString(address)
        // One limit for all that a call may wait for: a server, a connection and the answer.
        .timeout(2 * Limits.SERVICE_ANSWER_MILLIS, TimeUnit.MILLISECONDS)
        .applyToConnectionPoolSettings(pool -> pool.maxSize(Limits.SERVICE_CONNECTIONS))
        // The driver's monitor of the server is bounded by this one.
        .applyToSocketSettings(
            socket -> socket.connectTimeout(Limits.SERVICE_ANSWER_MILLIS, TimeUnit.MILLISECONDS))
        .build();
  }

  /**
   * Adds a message, once.
   *
   * @throws Refused INVALID for a bad content; UNAVAILABLE, and whether it was added is not known
   */
  public Message add(String content) {
    Checks.text("content", content, Limits.TEXT_CODE_POINTS);
    ObjectId id = new ObjectId();
    Date now = new Date();
    Document message = new Document("_id", id).append("content", content).append("createdAt", now);
    answered(collection -> collection.insertOne(message));
    return Message.of(id.toHexString(), content, now.toInstant());
  }

  /**
   * The message with this id.
   *
   * @throws Refused INVALID for a bad id, MISSING when there is none, UNAVAILABLE
   */
  public Message find(String id) {
    Document wanted = new Document("_id", new ObjectId(Checks.messageId(id)));
    Document found = answered(collection -> collection.find(wanted).first());
    if (found == null) {
      throw Refused.missing("There is no message of this id.");
    }
    return Message.of(id, found.getString("content"), found.getDate("createdAt").toInstant());
  }

  private <T> T answered(Function<MongoCollection<Document>, T> call) {
    if (messages == null) {
      throw Refused.unavailable("MongoDB");
    }
    try {
      return bulkhead.inTurn(() -> call.apply(messages));
    } catch (MongoException failure) {
      throw Refused.unavailable("MongoDB");
    }
  }

  @Override
  public void close() {
    if (client != null) {
      client.close();
    }
  }
}

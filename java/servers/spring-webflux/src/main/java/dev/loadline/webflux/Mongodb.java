// What the messages ask of MongoDB, through its reactive driver.
package dev.loadline.webflux;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.connection.TransportSettings;
import com.mongodb.reactivestreams.client.MongoClient;
import com.mongodb.reactivestreams.client.MongoClients;
import com.mongodb.reactivestreams.client.MongoCollection;
import dev.loadline.workloads.Limits;
import dev.loadline.workloads.Message;
import dev.loadline.workloads.Service;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.bson.types.ObjectId;
import reactor.core.publisher.Mono;
import reactor.netty.resources.LoopResources;

/**
 * The driver's own limits give its connections back; they do not end every call that was waiting
 * when MongoDB went away, so each call has one of its own.
 */
final class Mongodb implements ServiceClient {
  private static final int HEARTBEAT_MILLIS = 500;

  private final Turns turns = new Turns(Service.MONGODB);
  private final MongoClient client;
  private final MongoCollection<Document> messages;

  Mongodb(String url, LoopResources loops) {
    ConnectionString address = new ConnectionString(url);
    String database = address.getDatabase();
    client = MongoClients.create(settings(address, loops));
    messages = client.getDatabase(database == null ? "test" : database).getCollection("messages");
  }

  private static MongoClientSettings settings(ConnectionString address, LoopResources loops) {
    return MongoClientSettings.builder()
        .applyConnectionString(address)
        .retryReads(false)
        .retryWrites(false)
        .transportSettings(transport(loops))
        .applyToClusterSettings(
            cluster ->
                cluster.serverSelectionTimeout(Limits.SERVICE_WAIT_MILLIS, TimeUnit.MILLISECONDS))
        .applyToServerSettings(
            server ->
                server
                    .heartbeatFrequency(HEARTBEAT_MILLIS, TimeUnit.MILLISECONDS)
                    .minHeartbeatFrequency(HEARTBEAT_MILLIS, TimeUnit.MILLISECONDS))
        .applyToSocketSettings(
            socket ->
                socket
                    .connectTimeout(Limits.SERVICE_ANSWER_MILLIS, TimeUnit.MILLISECONDS)
                    .readTimeout(Limits.SERVICE_ANSWER_MILLIS, TimeUnit.MILLISECONDS))
        .applyToConnectionPoolSettings(
            pool ->
                pool.maxSize(Limits.SERVICE_CONNECTIONS)
                    .maxConnecting(Limits.SERVICE_CONNECTIONS)
                    .maxWaitTime(Limits.SERVICE_WAIT_MILLIS, TimeUnit.MILLISECONDS))
        .build();
  }

  private static TransportSettings transport(LoopResources loops) {
    EventLoopGroup group = loops.onClient(LoopResources.DEFAULT_NATIVE);
    return TransportSettings.nettyBuilder()
        .eventLoopGroup(group)
        .socketChannelClass(loops.onChannelClass(SocketChannel.class, group))
        .build();
  }

  @Override
  public Mono<?> greet() {
    return find("000000000000000000000000");
  }

  /** Inserts a message once. */
  Mono<Message> insert(String content) {
    ObjectId id = new ObjectId();
    Date now = new Date();
    Document message = new Document("_id", id).append("content", content).append("createdAt", now);
    return turns
        .take(Mono.from(messages.insertOne(message)).timeout(CALL))
        .thenReturn(new Message(id.toHexString(), content, now.toInstant()));
  }

  /** The message with this id, or nothing. */
  Mono<Message> find(String id) {
    return turns
        .take(Mono.from(messages.find(new Document("_id", new ObjectId(id))).first()).timeout(CALL))
        .map(
            found ->
                new Message(
                    id, found.getString("content"), found.getDate("createdAt").toInstant()));
  }

  @Override
  public void close() {
    client.close();
  }
}

// The work of the workload messages: documents in MongoDB.
package dev.loadline.mvc.server;

import dev.loadline.workloads.Bulkhead;
import dev.loadline.workloads.Limits;
import dev.loadline.workloads.Refused;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.stereotype.Repository;

@Repository
public class MessageRepository {
  private final MongoTemplate mongodb;
  private final Bulkhead bulkhead = new Bulkhead("MongoDB", Limits.SERVICE_CONNECTIONS);

  MessageRepository(MongoTemplate mongodb) {
    this.mongodb = mongodb;
  }

  /** Adds a message of now, which MongoDB keeps to the millisecond. */
  public Message add(CreateMessage wish) {
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    return bulkhead.inTurn(() -> mongodb.insert(new Message(null, wish.content(), now)));
  }

  /**
   * The message with this id.
   *
   * @throws Refused MISSING when there is none
   */
  public Message find(String id) {
    Message found = bulkhead.inTurn(() -> mongodb.findById(id, Message.class));
    if (found == null) {
      throw new Refused(Refused.Reason.MISSING, "There is no message " + id + ".");
    }
    return found;
  }
}

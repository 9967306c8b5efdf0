// mongo-java-server's memory, which also counts what it is asked for, as MongoDB does.
package dev.loadline.embedded;

import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import io.netty.channel.Channel;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

final class CountingBackend extends MemoryBackend {
  private final String product;
  private final LongAdder inserted = new LongAdder();
  private final LongAdder queries = new LongAdder();
  private final LongAdder updates = new LongAdder();
  private final LongAdder deletes = new LongAdder();
  private final LongAdder commands = new LongAdder();

  /**
   * @param product its name and version, which it tells among its modules: nobody is to take it for
   *     MongoDB
   */
  CountingBackend(String product) {
    this.product = product;
  }

  @Override
  public Document handleCommand(
      Channel channel, String databaseName, String command, Document query) {
    Document answer = super.handleCommand(channel, databaseName, command, query);
    switch (command) {
      case "insert" -> inserted.add(((Number) answer.getOrDefault("n", 0)).longValue());
      case "find" -> queries.increment();
      case "update" -> updates.increment();
      case "delete" -> deletes.increment();
      default -> commands.increment();
    }
    return command.equalsIgnoreCase("buildInfo")
        ? answer.append("modules", List.of(product))
        : answer;
  }

  @Override
  public Document getServerStatus() {
    return super.getServerStatus()
        .append(
            "opcounters",
            new Document("insert", inserted.sum())
                .append("query", queries.sum())
                .append("update", updates.sum())
                .append("delete", deletes.sum())
                .append("getmore", 0L)
                .append("command", commands.sum()));
  }
}

// Gives a connection back when the answer has been sent, which it never is to a client that left.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Records;
import dev.loadline.broken.honest.Refusal;
import dev.loadline.broken.honest.Reply;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;

/** It has the patience to wait for a silent service; its clients have not. */
public final class ConnectionsAbandoned extends HonestServer {
  @Override
  protected Records records() {
    return new Records() {
      @Override
      protected int answerMillis() {
        return 0;
      }

      @Override
      protected Reply get(String digits) {
        try {
          Connection connection = connections().take();
          long id = Long.parseLong(digits);
          String name = select(connection, id);
          byte[] answer = record(id, name).getBytes(StandardCharsets.UTF_8);
          return Reply.stream(
              "application/json",
              out -> {
                out.write(answer);
                out.flush();
                connections().giveBack(connection);
              });
        } catch (Exception failure) {
          throw Refusal.unavailable("MySQL");
        }
      }
    };
  }
}

// Gives a connection back only when the record was there.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Records;
import dev.loadline.broken.honest.Refusal;
import java.sql.Connection;

/** A few missing records, and nobody is served any more. */
public final class ConnectionsLeaked extends HonestServer {
  @Override
  protected Records records() {
    return new Records() {
      @Override
      protected String find(long id) {
        try {
          Connection connection = connections().take();
          String name = select(connection, id);
          if (name != null) {
            connections().giveBack(connection);
          }
          return name;
        } catch (Exception failure) {
          throw Refusal.unavailable("MySQL");
        }
      }
    };
  }
}

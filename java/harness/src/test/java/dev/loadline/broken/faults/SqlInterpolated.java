// Puts its statements together from text.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Records;
import java.sql.Statement;

/** What a client writes is run. */
public final class SqlInterpolated extends HonestServer {
  @Override
  protected Records records() {
    return new Records() {
      @Override
      protected long insert(String name) {
        return connections()
            .lend(
                connection -> {
                  try (Statement insert = connection.createStatement()) {
                    insert.executeUpdate(
                        "INSERT INTO records (name) VALUES ('" + name + "')",
                        Statement.RETURN_GENERATED_KEYS);
                    return generated(insert);
                  }
                });
      }
    };
  }
}

// The work of the workload records: names in MySQL.
package dev.loadline.mvc.server;

import dev.loadline.workloads.Bulkhead;
import dev.loadline.workloads.Limits;
import dev.loadline.workloads.NamedRecord;
import dev.loadline.workloads.Refused;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.jdbc.support.KeyHolder;
import org.springframework.stereotype.Repository;

@Repository
public class RecordRepository {
  private final JdbcClient jdbc;
  private final Bulkhead bulkhead = new Bulkhead("MySQL", Limits.MYSQL_CONNECTIONS);

  RecordRepository(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Adds a record. */
  public NamedRecord add(CreateRecord wish) {
    KeyHolder id = new GeneratedKeyHolder();
    bulkhead.inTurn(
        () -> jdbc.sql("INSERT INTO records (name) VALUES (?)").param(wish.name()).update(id));
    return new NamedRecord(id.getKeyAs(Number.class).longValue(), wish.name());
  }

  /**
   * The record with this id.
   *
   * @throws Refused MISSING when there is none
   */
  public NamedRecord find(long id) {
    return bulkhead
        .inTurn(
            () ->
                jdbc.sql("SELECT id, name FROM records WHERE id = ?")
                    .param(id)
                    .query(NamedRecord.class)
                    .optional())
        .orElseThrow(() -> new Refused(Refused.Reason.MISSING, "There is no record " + id + "."));
  }
}

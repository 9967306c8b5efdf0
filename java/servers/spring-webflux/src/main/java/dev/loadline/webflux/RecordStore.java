// What the records ask of MySQL, through R2DBC and Spring Boot's pool.
package dev.loadline.webflux;

import java.time.Duration;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Repository;
import reactor.core.publisher.Mono;

@Repository
class RecordStore {
  /** R2DBC has no time-out for a database that has stopped to answer. */
  private static final Duration PATIENCE = Duration.ofSeconds(4);

  private final DatabaseClient client;
  private final Mono<Boolean> table;

  RecordStore(DatabaseClient client) {
    this.client = client;
    // Asked for by the first request, since the database may be down when the server starts.
    table =
        client
            .sql(
                """
                CREATE TABLE IF NOT EXISTS records (
                  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
                  name VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL)
                """)
            .then()
            .thenReturn(true)
            .cacheInvalidateIf(made -> false);
  }

  /** Inserts a row and gives its id. */
  Mono<Long> insert(String name) {
    return table
        .then(
            client
                .sql("INSERT INTO records (name) VALUES (:name)")
                .bind("name", name)
                .filter(statement -> statement.returnGeneratedValues("id"))
                .mapValue(Long.class)
                .one())
        .timeout(PATIENCE);
  }

  /** The name of the row with this id, or nothing. */
  Mono<String> findName(long id) {
    return table
        .then(
            client
                .sql("SELECT name FROM records WHERE id = :id")
                .bind("id", id)
                .mapValue(String.class)
                .one())
        .timeout(PATIENCE);
  }
}

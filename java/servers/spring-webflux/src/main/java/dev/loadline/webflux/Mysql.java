// What the records ask of MySQL, through R2DBC and its pool.
package dev.loadline.webflux;

import dev.loadline.workloads.Limits;
import dev.loadline.workloads.Service;
import dev.loadline.workloads.ServiceUrl;
import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.ConnectionPoolConfiguration;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.Statement;
import io.r2dbc.spi.ValidationDepth;
import io.r2dbc.spi.Wrapped;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.resources.LoopResources;

/** A connection that did not answer in time, or whose client has left, is not used again. */
final class Mysql implements ServiceClient {
  private static final int PORT = 3306;

  private final Turns turns = new Turns(Service.MYSQL);
  private final ConnectionPool pool;

  Mysql(String address, LoopResources loops) {
    ServiceUrl url = ServiceUrl.of(address, "mysql", PORT);
    pool =
        new ConnectionPool(
            ConnectionPoolConfiguration.builder(new Connections(url, loops))
                .initialSize(0)
                .maxSize(Limits.SERVICE_CONNECTIONS)
                .maxCreateConnectionTime(CALL)
                .acquireRetry(0)
                .customizer(rule -> rule.evictionPredicate((kept, use) -> !isOpen(kept)))
                .build());
  }

  /** Asked of the driver's memory alone, so the answer is there at once. */
  private static boolean isOpen(Connection connection) {
    return Mono.from(connection.validate(ValidationDepth.LOCAL)).toFuture().getNow(false);
  }

  @Override
  public Mono<?> greet() {
    return name(0);
  }

  /** Inserts a row once and gives its id. */
  Mono<Long> insert(String name) {
    return ask(
        connection ->
            first(
                connection
                    .createStatement("INSERT INTO records (name) VALUES (?)")
                    .bind(0, name)
                    .returnGeneratedValues("id"),
                Long.class));
  }

  /** The name of the row with this id, or nothing. */
  Mono<String> name(long id) {
    return ask(
        connection ->
            first(
                connection.createStatement("SELECT name FROM records WHERE id = ?").bind(0, id),
                String.class));
  }

  private static <T> Mono<T> first(Statement statement, Class<T> type) {
    return Flux.from(statement.execute())
        .flatMap(result -> result.map((row, columns) -> row.get(0, type)))
        .singleOrEmpty();
  }

  private <T> Mono<T> ask(Function<Connection, Mono<T>> question) {
    Mono<T> answer =
        Mono.usingWhen(
            pool.create(),
            question,
            Connection::close,
            (connection, failure) -> discard(connection),
            Mysql::discard);
    return turns.take(answer.timeout(CALL));
  }

  /** Or what this connection is still to answer would be waited for by the next request. */
  private static Publisher<Void> discard(Connection pooled) {
    Connection own = (Connection) ((Wrapped<?>) pooled).unwrap();
    return Mono.from(own.close()).onErrorComplete().then(Mono.from(pooled.close()));
  }

  @Override
  public void close() {
    pool.disposeLater().onErrorComplete().block(CALL);
  }
}

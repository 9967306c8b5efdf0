// Opens connections to MySQL for the pool of the records.
package dev.loadline.webflux;

import dev.loadline.workloads.Limits;
import dev.loadline.workloads.ServiceUrl;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryMetadata;
import io.r2dbc.spi.Result;
import java.time.Duration;
import java.util.Objects;
import org.mariadb.r2dbc.MariadbConnectionConfiguration;
import org.mariadb.r2dbc.MariadbConnectionFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.resources.LoopResources;

/**
 * Each has the table before it is handed out, so that it is there also in a database that came up
 * later, or empty.
 *
 * <p>The driver forgets the socket of a connection that is given up before its handshake has ended:
 * a silent database would collect them. So every connection has event loops that show its socket.
 */
final class Connections implements ConnectionFactory {
  private static final String TABLE =
      "CREATE TABLE IF NOT EXISTS records ("
          + "id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,"
          + " name VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL)";

  private final ServiceUrl url;
  private final LoopResources loops;

  Connections(ServiceUrl url, LoopResources loops) {
    this.url = url;
    this.loops = loops;
  }

  @Override
  public Mono<Connection> create() {
    return Mono.defer(() -> open(new Loops(loops)));
  }

  @Override
  public ConnectionFactoryMetadata getMetadata() {
    return () -> "MariaDB";
  }

  private Mono<Connection> open(Loops own) {
    return MariadbConnectionFactory.from(configuration(own))
        .create()
        .cast(Connection.class)
        .delayUntil(Connections::createTable)
        .doOnError(failure -> own.closeSocket())
        .doOnCancel(own::closeSocket);
  }

  private MariadbConnectionConfiguration configuration(LoopResources own) {
    MariadbConnectionConfiguration.Builder builder =
        MariadbConnectionConfiguration.builder()
            .host(url.host())
            .port(url.port())
            .username(Objects.requireNonNullElse(url.user(), ""))
            .password(url.password())
            .connectTimeout(Duration.ofMillis(Limits.SERVICE_ANSWER_MILLIS))
            // Prepared by the server: a parameter never becomes part of a statement's text.
            .useServerPrepStmts(true)
            // What MySQL 8 wants of a client that has no TLS.
            .allowPublicKeyRetrieval(true)
            .loopResources(own);
    return url.database().isEmpty() ? builder.build() : builder.database(url.database()).build();
  }

  private static Flux<Long> createTable(Connection connection) {
    return Flux.from(connection.createStatement(TABLE).execute()).flatMap(Result::getRowsUpdated);
  }

  /** The event loops of one connection. */
  private static final class Loops implements LoopResources {
    private final LoopResources shared;
    private volatile Channel socket;

    Loops(LoopResources shared) {
      this.shared = shared;
    }

    void closeSocket() {
      if (socket != null) {
        socket.close();
      }
    }

    @Override
    public EventLoopGroup onServer(boolean useNative) {
      return shared.onServer(useNative);
    }

    @Override
    public EventLoopGroup onClient(boolean useNative) {
      return shared.onClient(useNative);
    }

    @Override
    public <C extends Channel> C onChannel(Class<C> type, EventLoopGroup group) {
      C channel = shared.onChannel(type, group);
      socket = channel;
      return channel;
    }
  }
}

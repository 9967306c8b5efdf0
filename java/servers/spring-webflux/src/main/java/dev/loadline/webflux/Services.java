// How the clients of the services are set up, as far as properties do not say it.
package dev.loadline.webflux;

import static java.util.concurrent.TimeUnit.SECONDS;

import dev.loadline.workloads.Limits;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.resource.Delay;
import io.r2dbc.spi.ConnectionFactoryOptions;
import java.time.Duration;
import org.mariadb.r2dbc.MariadbConnectionFactoryProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.data.redis.autoconfigure.ClientResourcesBuilderCustomizer;
import org.springframework.boot.data.redis.autoconfigure.LettuceClientOptionsBuilderCustomizer;
import org.springframework.boot.mongodb.autoconfigure.MongoClientSettingsBuilderCustomizer;
import org.springframework.boot.r2dbc.autoconfigure.R2dbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class Services {
  private static final int UNANSWERED_MAX = 10_000;

  /** Lettuce's own delay grows to 30 s while Redis is away. */
  @Bean
  ClientResourcesBuilderCustomizer reconnectSoon() {
    return resources -> resources.reconnectDelay(Delay.constant(Duration.ofMillis(500)));
  }

  /** Or Lettuce keeps without end what it was to send, or was not answered, while Redis is away. */
  @Bean
  LettuceClientOptionsBuilderCustomizer fewUnanswered() {
    return options ->
        options
            .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
            .requestQueueSize(UNANSWERED_MAX);
  }

  /** MariaDB's driver, which speaks MySQL too, for an address that says mysql. */
  @Bean
  R2dbcConnectionDetails mysql(@Value("${MYSQL_URL:mysql://none@127.0.0.1:1/none}") String url) {
    ConnectionFactoryOptions options =
        ConnectionFactoryOptions.parse(url.replaceFirst("^mysql:", "r2dbc:mariadb:"))
            .mutate()
            // What MySQL 8 wants of a client that has no TLS.
            .option(MariadbConnectionFactoryProvider.ALLOW_PUBLIC_KEY_RETRIEVAL, true)
            .option(MariadbConnectionFactoryProvider.USE_SERVER_PREPARE, true)
            .build();
    return () -> options;
  }

  @Bean
  MongoClientSettingsBuilderCustomizer mongodb() {
    return settings ->
        settings
            .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(2, SECONDS))
            .applyToSocketSettings(
                socket -> socket.connectTimeout(1, SECONDS).readTimeout(2, SECONDS))
            .applyToConnectionPoolSettings(
                pool -> pool.maxSize(Limits.SERVICE_CONNECTIONS).maxWaitTime(4, SECONDS));
  }
}

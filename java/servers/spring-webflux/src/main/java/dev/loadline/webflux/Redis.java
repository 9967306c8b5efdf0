// What the cache asks of Redis, through Lettuce.
package dev.loadline.webflux;

import dev.loadline.workloads.Limits;
import dev.loadline.workloads.ServiceUrl;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.reactive.RedisReactiveCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import reactor.core.publisher.Mono;

/**
 * One connection for all requests, which Lettuce opens again by itself once it is lost. Replies
 * come in the order of the commands, also late ones of commands that nobody waits for any more.
 */
final class Redis implements ServiceClient {
  private static final int PORT = 6379;
  private static final int THREADS = 2;
  private static final Duration FOREVER = Duration.ofMillis(Long.MAX_VALUE);

  /** Lettuce's own delay doubles with every failure, up to 30 s. */
  private static final Duration RECONNECT_DELAY = Duration.ofMillis(200);

  private static final RedisCodec<String, byte[]> CODEC =
      RedisCodec.of(StringCodec.ASCII, ByteArrayCodec.INSTANCE);

  private final ClientResources resources =
      ClientResources.builder()
          .ioThreadPoolSize(THREADS)
          .computationThreadPoolSize(THREADS)
          .reconnectDelay(Delay.constant(RECONNECT_DELAY))
          .build();
  private final RedisClient client = RedisClient.create(resources);
  private final Mono<RedisReactiveCommands<String, byte[]>> commands;

  Redis(String address) {
    RedisURI url = url(ServiceUrl.of(address, "redis", PORT));
    client.setOptions(options());
    commands =
        Mono.fromFuture(() -> client.connectAsync(CODEC, url).toCompletableFuture())
            .map(StatefulRedisConnection::reactive)
            .cache(made -> FOREVER, failure -> Duration.ZERO, () -> Duration.ZERO);
  }

  private static RedisURI url(ServiceUrl url) {
    RedisURI.Builder builder =
        RedisURI.builder().withHost(url.host()).withPort(url.port()).withTimeout(CALL);
    if (!url.database().isEmpty()) {
      builder.withDatabase(Integer.parseInt(url.database()));
    }
    if (url.password() != null && url.user() == null) {
      builder.withPassword(url.password().toCharArray());
    } else if (url.password() != null) {
      builder.withAuthentication(url.user(), url.password().toCharArray());
    }
    return builder.build();
  }

  private static ClientOptions options() {
    return ClientOptions.builder()
        // Or commands wait in a queue for as long as Redis is away.
        .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
        // Or commands that a silent Redis was sent are remembered without end.
        .requestQueueSize(Limits.WAITING_CALLS)
        .socketOptions(SocketOptions.builder().connectTimeout(CALL).build())
        .timeoutOptions(TimeoutOptions.enabled(CALL))
        .build();
  }

  @Override
  public Mono<?> greet() {
    return commands.flatMap(RedisReactiveCommands::ping);
  }

  /** The value, or nothing. */
  Mono<byte[]> get(String key) {
    return commands.flatMap(redis -> redis.get(key));
  }

  Mono<Void> set(String key, byte[] value) {
    return commands.flatMap(redis -> redis.set(key, value)).then();
  }

  @Override
  public void close() {
    client.shutdown(0, Limits.SERVICE_ANSWER_MILLIS, TimeUnit.MILLISECONDS);
    resources.shutdown(0, Limits.SERVICE_ANSWER_MILLIS, TimeUnit.MILLISECONDS);
  }
}

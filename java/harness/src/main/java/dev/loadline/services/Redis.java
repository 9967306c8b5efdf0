// Redis (or Valkey): how it is asked, and how it is started with nothing kept.
package dev.loadline.services;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.Jedis;

final class Redis implements Kind {
  /** No snapshots and no log: what a run wrote is of no use to the next. */
  private static final List<String> KEEP_NOTHING = List.of("--save", "", "--appendonly", "no");

  @Override
  public Client connect(String url, int timeoutMillis) {
    return new RedisClient(new Jedis(URI.create(url), timeoutMillis));
  }

  @Override
  public String url(String address) {
    return "redis://" + address;
  }

  @Override
  public List<String> command(String program, Place place) {
    List<String> command = new ArrayList<>(List.of(program, "--bind", "127.0.0.1"));
    command.addAll(List.of("--port", Integer.toString(place.port())));
    command.addAll(List.of("--dir", place.folder().toString(), "--daemonize", "no"));
    command.addAll(KEEP_NOTHING);
    return command;
  }

  @Override
  public Container container() {
    List<String> command = new ArrayList<>(List.of("redis-server"));
    command.addAll(KEEP_NOTHING);
    return new Container(Map.of(), command);
  }

  private record RedisClient(Jedis jedis) implements Client {
    @Override
    public String product() {
      String info = jedis.info("server");
      return found(info, "valkey_version:(\\S+)")
          .map(version -> "Valkey " + version)
          .orElseGet(() -> "Redis " + found(info, "redis_version:(\\S+)").orElse("unknown"));
    }

    @Override
    public Counts counts() {
      String info = jedis.info("commandstats");
      return new Counts(calls(info, "get"), calls(info, "set"));
    }

    private static long calls(String info, String command) {
      return found(info, "cmdstat_" + command + ":calls=(\\d+)").map(Long::parseLong).orElse(0L);
    }

    private static Optional<String> found(String info, String pattern) {
      Matcher matcher = Pattern.compile("^" + pattern, Pattern.MULTILINE).matcher(info);
      return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    @Override
    public void close() {
      jedis.close();
    }
  }
}

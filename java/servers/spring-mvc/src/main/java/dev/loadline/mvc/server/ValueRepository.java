// The work of the workload cache: values in Redis.
package dev.loadline.mvc.server;

import dev.loadline.workloads.Refused;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Repository;

@Repository
public class ValueRepository {
  /** What a key looks like. */
  public static final String KEY = "[A-Za-z0-9_.:-]{1,128}";

  private final StringRedisTemplate redis;

  ValueRepository(StringRedisTemplate redis) {
    this.redis = redis;
  }

  /**
   * Keeps a value.
   *
   * @param value the body of a request, null where it is empty
   */
  public void put(String key, String value) {
    redis.opsForValue().set(key, value == null ? "" : value);
  }

  /**
   * The value under a key.
   *
   * @throws Refused MISSING when there is none
   */
  public String get(String key) {
    String value = redis.opsForValue().get(key);
    if (value == null) {
      throw new Refused(Refused.Reason.MISSING, "There is no value " + key + ".");
    }
    return value;
  }
}

// The work of the workload cache: values in Redis.
package dev.loadline.mvc.server;

import dev.loadline.workloads.Checks;
import dev.loadline.workloads.Refused;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Repository;

@Repository
public class ValueRepository {
  private final StringRedisTemplate redis;

  ValueRepository(StringRedisTemplate redis) {
    this.redis = redis;
  }

  /**
   * Keeps a value.
   *
   * @param value the body of a request, null where it is empty
   * @throws Refused INVALID when the key is none
   */
  public void put(String key, String value) {
    redis.opsForValue().set(Checks.key(key), value == null ? "" : value);
  }

  /**
   * The value under a key.
   *
   * @throws Refused INVALID when the key is none, MISSING when there is no value
   */
  public String get(String key) {
    String value = redis.opsForValue().get(Checks.key(key));
    if (value == null) {
      throw new Refused(Refused.Reason.MISSING, "There is no value " + key + ".");
    }
    return value;
  }
}

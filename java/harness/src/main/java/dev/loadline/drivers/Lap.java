// Where a connection is in its pass through the exchanges of a load, and the words it has so far.
package dev.loadline.drivers;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

final class Lap {
  private final List<ResponseCheck> checks;
  private final LapWords wordsOfLap;
  private Map<String, JsonNode> words = Map.of();

  /** Which one of the exchanges is on. */
  private int exchange;

  /**
   * @param checks one an exchange, this connection's own
   * @param wordsOfLap what a lap begins with
   */
  Lap(List<ResponseCheck> checks, LapWords wordsOfLap) {
    this.checks = checks;
    this.wordsOfLap = wordsOfLap;
    end();
  }

  int exchange() {
    return exchange;
  }

  Map<String, JsonNode> words() {
    return words;
  }

  /** Of the exchange that is on. */
  ResponseCheck check() {
    return checks.get(exchange);
  }

  /** Of the exchange that is to come. */
  ResponseCheck nextCheck() {
    return checks.get(following());
  }

  private int following() {
    return (exchange + 1) % checks.size();
  }

  /** Goes on to the next exchange, which may be the first of a new lap. */
  void next() {
    exchange = following();
    if (exchange == 0) {
      words = wordsOfLap.next();
    }
    check().begin(words);
  }

  /**
   * What is to come may use what a lost or wrong answer did not bring: the next exchange is a lap's
   * first.
   */
  void end() {
    exchange = checks.size() - 1;
  }
}

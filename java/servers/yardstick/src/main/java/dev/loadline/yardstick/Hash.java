// The hash workload: h = 31h + c over UTF-16 code units, in 32 bits.
package dev.loadline.yardstick;

final class Hash {
  private Hash() {}

  static void answer(Exchange exchange) throws Problem {
    exchange.text(Integer.toString(of(Query.required(exchange.query(), "input"))));
  }

  private static int of(String input) {
    int hash = 0;
    for (int i = 0; i < input.length(); i++) {
      hash = 31 * hash + input.charAt(i);
    }
    return hash;
  }
}

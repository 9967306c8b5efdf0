// Paths are resolved and told as git tells them.
package dev.loadline.revisions;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamesTest {
  @ParameterizedTest
  @CsvSource({
    "node/servers/koa, ../workloads/, node/servers/workloads",
    "node/servers/koa, ./a/../b, node/servers/koa/b",
    "node, .., ''",
    "'', a, a",
    "'', .., ..",
    "node, ../../a, ../a"
  })
  void resolves(String from, String path, String expected) {
    assertThat(Names.resolve(from, path)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "'', a/b, a/b",
    "inner, inner/a, a",
    "inner, innermost, ../innermost",
    "a/b, a/c/d, ../c/d",
    "a/b, c, ../../c",
    "a, \u00e4/\u00fc, ../\u00e4/\u00fc"
  })
  void tellsFromAFolder(String folder, String path, String expected) {
    assertThat(Names.relative(folder, path)).isEqualTo(expected);
  }
}

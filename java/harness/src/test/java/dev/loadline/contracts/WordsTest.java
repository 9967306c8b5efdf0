// Words in braces: which are replaced, and where.
package dev.loadline.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

class WordsTest {
  @Test
  void replacesKnownWordsInEveryTextAndLeavesOtherBraces() {
    Words words = Words.fresh();
    words.put("id", text("7$1"));
    JsonNode node =
        JsonMapper.shared().readTree("{\"a\":[\"/{{id}}/{{other}}\",1],\"b\":\"{{ id }}\"}");
    assertThat(words.replaced(node).toString())
        .isEqualTo("{\"a\":[\"/7$1/{{other}}\",1],\"b\":\"{{ id }}\"}");
  }

  @Test
  void leavesStepsWithinAStepForLater() {
    Words words = Words.fresh();
    words.put("id", text("7"));
    String within = "[{\"request\":{\"path\":\"/{{id}}\"}}]";
    JsonNode step =
        JsonMapper.shared()
            .readTree(
                "{\"wire\":[{\"send\":\"{{id}}\"},{\"meanwhile\":%s}],\"steps\":%s}"
                    .formatted(within, within));
    assertThat(words.replacedInStep(step).toString())
        .isEqualTo(
            "{\"wire\":[{\"send\":\"7\"},{\"meanwhile\":%s}],\"steps\":%s}"
                .formatted(within, within));
  }

  @Test
  void givesALaneWhatIsKnownAndATokenOfItsOwn() {
    Words words = Words.fresh();
    words.put("id", text("7"));
    Words lane = words.anew();
    lane.put("own", text("8"));
    assertThat(lane.replaced("{{id}} {{own}}")).isEqualTo("7 8");
    assertThat(words.replaced("{{own}}")).isEqualTo("{{own}}");
    assertThat(lane.replaced("{{unique}}")).isNotEqualTo(words.replaced("{{unique}}"));
  }

  @Test
  void givesEachRunATokenOfItsOwn() {
    String token = Words.fresh().replaced("{{unique}}");
    assertThat(token).matches("[a-z0-9]{8}");
    assertThat(Words.fresh().replaced("{{unique}}")).isNotEqualTo(token);
  }

  @Test
  void aTextOfJsonThatIsNothingButAWordBecomesTheWordsValueWithItsType() {
    Words words = Words.of(JsonMapper.shared().readTree("{\"id\":7,\"all\":[true,null]}"));
    String texts = "[\"{{id}}\",\"{{all}}\",\"no {{id}}\",\"{{other}}\"]";
    JsonNode node =
        JsonMapper.shared()
            .readTree(
                "{\"text\":%s,\"json\":%s,\"jsonIncludes\":{\"in\":%s}}".replace("%s", texts));
    String values = "[7,[true,null],\"no 7\",\"{{other}}\"]";
    assertThat(words.replaced(node).toString())
        .isEqualTo(
            "{\"text\":[\"7\",\"[true,null]\",\"no 7\",\"{{other}}\"],\"json\":%s,\"jsonIncludes\":{\"in\":%s}}"
                .replace("%s", values));
  }

  @Test
  void aNumberInATextHasNoFractionWhereThereIsNone() {
    assertThat(Words.text(JsonMapper.shared().readTree("7.0"))).isEqualTo("7");
    assertThat(Words.text(JsonMapper.shared().readTree("7.5"))).isEqualTo("7.5");
  }

  private static JsonNode text(String value) {
    return JsonNodeFactory.instance.stringNode(value);
  }
}

// Holds a body to a regular expression.
package dev.loadline.drivers;

import io.netty.buffer.ByteBuf;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

final class PatternBody implements BodyCheck {
  private final Template filled;
  private final HeldBody body;
  private Pattern pattern;

  /**
   * @param body that of the answer, which is held for it
   */
  PatternBody(String source, HeldBody body) {
    this.filled = Template.of(source);
    this.body = body;
    // Braces of words are no regular expression before they are filled in.
    this.pattern = Pattern.compile(filled.hasWords() ? "" : source);
  }

  @Override
  public boolean isOfWhole() {
    return true;
  }

  @Override
  public void begin(Map<String, JsonNode> words) {
    if (filled.hasWords()) {
      pattern = Pattern.compile(filled.filled(words));
    }
  }

  @Override
  public void take(ByteBuf bytes, int at, int length) {}

  @Override
  public Optional<String> end() {
    if (pattern.matcher(body.text()).find()) {
      return Optional.empty();
    }
    return Optional.of(
        "expected a match of " + Told.pattern(pattern) + ", got " + Told.shown(body.copy()));
  }
}

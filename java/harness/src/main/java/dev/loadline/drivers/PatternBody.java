// Holds a body to a regular expression.
package dev.loadline.drivers;

import io.netty.buffer.ByteBuf;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

final class PatternBody implements BodyCheck {
  private final Template filled;
  private final HeldBody body = new HeldBody();
  private Pattern pattern;

  PatternBody(String source) {
    this.filled = Template.of(source);
    // Braces of words are no regular expression before they are filled in.
    this.pattern = Pattern.compile(filled.hasWords() ? "" : source);
  }

  @Override
  public void begin(Map<String, String> words) {
    body.begin();
    if (filled.hasWords()) {
      pattern = Pattern.compile(filled.filled(words));
    }
  }

  @Override
  public void take(ByteBuf bytes, int at, int length) {
    body.take(bytes, at, length);
  }

  @Override
  public Optional<String> end() {
    if (pattern.matcher(body.text()).find()) {
      return Optional.empty();
    }
    return Optional.of(
        "expected a match of " + Told.pattern(pattern) + ", got " + Told.shown(body.copy()));
  }
}

// Reads a JSON file, telling apart a missing file and one that is not JSON.
package dev.loadline.input;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

public final class JsonFile {
  private static final JsonMapper STRICT =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private JsonFile() {}

  /**
   * @param name what to call the file in a problem
   * @param problems is added to when there is no JSON to be had
   */
  public static Optional<JsonNode> read(Path path, String name, List<Problem> problems) {
    try {
      return parse(Files.readString(path), name, problems);
    } catch (NoSuchFileException missing) {
      problems.add(new Problem(name, "", "a readable file", "no such file"));
    } catch (IOException unreadable) {
      problems.add(new Problem(name, "", "a readable file", unreadable.getMessage()));
    }
    return Optional.empty();
  }

  /**
   * @param name what to call the text in a problem
   * @param problems is added to when it is not JSON
   */
  public static Optional<JsonNode> parse(String text, String name, List<Problem> problems) {
    try {
      return Optional.of(STRICT.readTree(text));
    } catch (JacksonException notJson) {
      problems.add(new Problem(name, "", "JSON", reasonOf(notJson)));
      return Optional.empty();
    }
  }

  private static String reasonOf(JacksonException notJson) {
    var at = notJson.getLocation();
    String place = at == null ? "" : " in line " + at.getLineNr();
    return notJson.getOriginalMessage() + place;
  }
}

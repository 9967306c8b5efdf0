// How a backing service is found or started, as contracts/services.json says once for both sides.
package dev.loadline.services;

import dev.loadline.input.InvalidInput;
import dev.loadline.input.JsonFile;
import dev.loadline.input.Problem;
import dev.loadline.input.SchemaCheck;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/**
 * @param title for people: {@code Redis}
 * @param variable the environment variable that holds its URL
 * @param scheme of its URL
 * @param port inside a container, and where a URL names none
 * @param programs server programs; the first that is installed is taken
 */
record Declared(
    ServiceName name,
    String title,
    String variable,
    String scheme,
    int port,
    String image,
    List<String> programs) {

  private static final String FILE = "contracts/services.json";

  /**
   * @param root the house
   * @return those that were asked for, in the order of {@link ServiceName}
   * @throws InvalidInput with every problem of the file
   */
  static List<Declared> load(Path root, Collection<ServiceName> names) {
    List<Problem> problems = new ArrayList<>();
    Optional<JsonNode> file = JsonFile.read(root.resolve(FILE), FILE, problems);
    SchemaCheck schema = SchemaCheck.of(root.resolve("contracts/schema/services.schema.json"));
    file.ifPresent(value -> problems.addAll(schema.problems(value, FILE)));
    if (!problems.isEmpty()) {
      throw new InvalidInput(problems);
    }
    return names.stream()
        .distinct()
        .sorted()
        .flatMap(name -> file.map(value -> of(name, value.get(name.id()))).stream())
        .toList();
  }

  private static Declared of(ServiceName name, JsonNode value) {
    return new Declared(
        name,
        value.get("name").asString(),
        value.get("environment").asString(),
        value.get("scheme").asString(),
        value.get("port").asInt(),
        value.get("image").asString(),
        StreamSupport.stream(value.get("programs").spliterator(), false)
            .map(JsonNode::asString)
            .toList());
  }
}

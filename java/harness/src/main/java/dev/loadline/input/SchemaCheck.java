// Checks data against a JSON Schema and tells every problem by JSON pointer, expected and actual.
package dev.loadline.input;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.path.NodePath;
import com.networknt.schema.path.PathType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One schema, ready to check. */
public final class SchemaCheck {
  private static final int SHOWN_CHARACTERS = 160;

  private final JsonNode root;
  private final Schema schema;

  private SchemaCheck(JsonNode root, Schema schema) {
    this.root = root;
    this.schema = schema;
  }

  /**
   * @param file path of a JSON Schema (2020-12)
   */
  public static SchemaCheck of(Path file) {
    try {
      return of(Files.readString(file));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /**
   * @param text of a JSON Schema (2020-12)
   */
  public static SchemaCheck of(String text) {
    SchemaRegistryConfig config =
        SchemaRegistryConfig.builder()
            .formatAssertionsEnabled(true)
            .pathType(PathType.JSON_POINTER)
            .build();
    SchemaRegistry registry =
        SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12, builder -> builder.schemaRegistryConfig(config));
    JsonNode root = JsonMapper.shared().readTree(text);
    return new SchemaCheck(root, registry.getSchema(root));
  }

  /**
   * @param name what to call the file in the problems
   * @return none if the value is as the schema says
   */
  public List<Problem> problems(JsonNode value, String name) {
    List<Error> errors = schema.validate(value);
    List<Error> choices = errors.stream().filter(e -> "oneOf".equals(e.getKeyword())).toList();
    return errors.stream()
        .filter(error -> choices.stream().allMatch(choice -> isToldWith(error, choice)))
        .map(error -> problem(error, value, name))
        .distinct()
        .toList();
  }

  /**
   * A failed choice is told as the problems of the one alternative that was meant, where that is
   * plain.
   */
  private boolean isToldWith(Error error, Error choice) {
    Optional<Integer> meant = meant(choice);
    if (error == choice) {
      return meant.isEmpty();
    }
    NodePath path = error.getEvaluationPath();
    NodePath within = choice.getEvaluationPath();
    if (!path.startsWith(within)
        || !error.getInstanceLocation().startsWith(choice.getInstanceLocation())) {
      return true;
    }
    Object branch = path.getElement(within.getNameCount());
    return meant.isPresent() && branch.toString().equals(meant.get().toString());
  }

  /** The index of the alternative that the author had in mind. */
  private Optional<Integer> meant(Error choice) {
    JsonNode branches = choice.getSchemaNode();
    List<Integer> likely =
        IntStream.range(0, branches.size())
            .filter(index -> isMeant(resolve(branches.get(index)), choice.getInstanceNode()))
            .boxed()
            .toList();
    return likely.size() == 1 ? Optional.of(likely.get(0)) : Optional.empty();
  }

  private JsonNode resolve(JsonNode branch) {
    return branch.has("$ref") ? root.at(branch.get("$ref").asString().substring(1)) : branch;
  }

  private static boolean isMeant(JsonNode branch, JsonNode value) {
    if (branch.has("type") && !branch.get("type").asString().equals(typeOf(value))) {
      return false;
    }
    JsonNode required = branch.path("required");
    return required.isEmpty()
        || StreamSupport.stream(required.spliterator(), false)
            .anyMatch(key -> value.has(key.asString()));
  }

  private static String typeOf(JsonNode value) {
    return value.getNodeType().name().toLowerCase(java.util.Locale.ROOT);
  }

  private Problem problem(Error error, JsonNode value, String name) {
    String at = error.getInstanceLocation().toString();
    String key = error.getProperty() == null ? "" : "/" + escaped(error.getProperty());
    String actual = shown(value.at(at));
    return switch (error.getKeyword()) {
      case "additionalProperties" ->
          new Problem(name, at + key, noSuchKey(error), shown(value.at(at + key)));
      case "required" -> new Problem(name, at + key, "a value", "nothing");
      case "dependentRequired" -> new Problem(name, at, plain(error), actual);
      case "type" -> new Problem(name, at, types(error.getSchemaNode()), actual);
      case "minimum" -> new Problem(name, at, ">= " + error.getSchemaNode(), actual);
      case "exclusiveMinimum" -> new Problem(name, at, "> " + error.getSchemaNode(), actual);
      case "maximum" -> new Problem(name, at, "<= " + error.getSchemaNode(), actual);
      case "exclusiveMaximum" -> new Problem(name, at, "< " + error.getSchemaNode(), actual);
      case "enum" -> new Problem(name, at, "one of " + listed(error.getSchemaNode()), actual);
      case "const" -> new Problem(name, at, shown(error.getSchemaNode()), actual);
      case "pattern" ->
          new Problem(
              name, at, "must match pattern \"" + error.getSchemaNode().asString() + '"', actual);
      case "minLength" -> new Problem(name, at, noFewer(error, "characters"), actual);
      case "minItems" -> new Problem(name, at, noFewer(error, "items"), actual);
      case "minProperties" -> new Problem(name, at, noFewer(error, "properties"), actual);
      case "propertyNames" ->
          new Problem(name, at, "other key names", '"' + error.getProperty() + '"');
      case "format" -> new Problem(name, at, "a regular expression", actual);
      case "oneOf" -> new Problem(name, at, "exactly one of: " + shapes(error), actual);
      case "not" -> new Problem(name, at, "not both of the alternatives' keys", actual);
      default -> new Problem(name, at, plain(error), actual);
    };
  }

  /** One, or the several that will do. */
  private static String types(JsonNode type) {
    return type.isArray()
        ? type.values().stream().map(JsonNode::asString).collect(Collectors.joining(","))
        : type.asString();
  }

  private String noSuchKey(Error error) {
    String place = error.getSchemaLocation().getFragment().toString();
    JsonNode schema = root.at(place.substring(0, place.lastIndexOf('/')));
    return "no such key; known: " + String.join(", ", schema.path("properties").propertyNames());
  }

  private String shapes(Error choice) {
    return StreamSupport.stream(choice.getSchemaNode().spliterator(), false)
        .map(this::resolve)
        .map(SchemaCheck::shape)
        .collect(Collectors.joining(" | "));
  }

  private static String shape(JsonNode branch) {
    if (branch.has("required")) {
      return branch
          .get("required")
          .valueStream()
          .map(SchemaCheck::shown)
          .collect(Collectors.joining(" and "));
    }
    return branch.has("properties")
        ? "an object with " + String.join(" or ", branch.get("properties").propertyNames())
        : branch.path("type").asString("another shape").replace("string", "a text");
  }

  private static String listed(JsonNode values) {
    return StreamSupport.stream(values.spliterator(), false)
        .map(SchemaCheck::shown)
        .collect(Collectors.joining(", "));
  }

  private static String noFewer(Error error, String things) {
    return "must NOT have fewer than " + error.getSchemaNode() + " " + things;
  }

  private static String plain(Error error) {
    String message = error.getMessage();
    int after = message.indexOf("must ");
    return after < 0 ? message : message.substring(after).replaceFirst("^must (be )?", "");
  }

  private static String shown(JsonNode value) {
    String text = value.isMissingNode() ? "nothing" : value.toString();
    return text.length() > SHOWN_CHARACTERS ? text.substring(0, SHOWN_CHARACTERS) + "…" : text;
  }

  private static String escaped(String key) {
    return key.replace("~", "~0").replace("/", "~1");
  }
}

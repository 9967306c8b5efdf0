// Contracts that cannot be used are refused with everything that is wrong with them.
package dev.loadline.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.loadline.input.InvalidInput;
import dev.loadline.input.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

class ContractsTest {
  private static final Path REAL = Path.of("../../contracts");

  @TempDir Path folder;

  @BeforeEach
  void copySchemas() throws IOException {
    Files.createDirectories(folder.resolve("schema"));
    String schema = "schema/contract.schema.json";
    Files.copy(REAL.resolve(schema), folder.resolve(schema));
  }

  @Test
  void readsTheRealOnesInTheOrderOfWorkloadsJson() {
    Contracts contracts = Contracts.load(REAL);
    assertThat(contracts.workloads()).startsWith("hello", "hash").doesNotContain("process");
    assertThat(contracts.contracts().get(0).workload()).isEqualTo("process");
  }

  @Test
  void tellsEveryProblemOfEveryFile() throws IOException {
    write("workloads.json", "['hello', 'hash', 'gone']");
    write(
        "hello.json",
        """
        {'schemaVersion': '1.0', 'workload': 'hello', 'description': 'Greets', 'color': 1,
         'cases': [
           {'id': 'Hello!', 'description': 'greets',
            'request': {'path': 'hello', 'method': 'FETCH'}, 'response': {}},
           {'id': 'hello.two', 'description': 'greets twice', 'steps': [{'stop': {'exitCode': 0}}]},
           {'id': 'hello.three', 'description': 'does nothing'}
         ]}
        """);
    write("hash.json", "{'schemaVersion': ");
    List<String> told = refused().stream().map(p -> p.file() + " " + p.pointer()).toList();
    String file = folder.getFileName() + "/";
    assertThat(told)
        .containsExactlyInAnyOrder(
            file + "hello.json /color",
            file + "hello.json /cases/0/id",
            file + "hello.json /cases/0/request/path",
            file + "hello.json /cases/0/request/method",
            file + "hello.json /cases/0/response",
            file + "hello.json /cases/1/steps/0/stop/withinMillis",
            file + "hello.json /cases/2",
            file + "hash.json ",
            file + "gone.json ");
  }

  @Test
  void tellsWhatWasExpectedAndWhatStandsThere() throws IOException {
    write("workloads.json", "['hello']");
    write("hello.json", contract("{'id': 'hello.a', 'description': 'greets', %s}", "FETCH"));
    assertThat(refused())
        .containsExactly(
            new Problem(
                folder.getFileName() + "/hello.json",
                "/cases/0/request/method",
                "one of \"GET\", \"HEAD\", \"POST\", \"PUT\", \"PATCH\", \"DELETE\", \"OPTIONS\"",
                "\"FETCH\""));
  }

  @Test
  void tellsWhatNoSchemaCanSay() throws IOException {
    write("workloads.json", "['hello', 'hash']");
    write(
        "hello.json",
        """
        {'schemaVersion': '1.0', 'workload': 'hash', 'description': 'Greets', 'cases': [
           {'id': 'hello.a', 'description': 'greets', 'request': {'path': '/'},
            'response': {'status': 200, 'body': {'page': 'pages/none.html'}}},
           {'id': 'hello.a', 'description': 'greets',
            'steps': [{'stop': {'exitCode': 0, 'withinMillis': 1}}]},
           {'id': 'other.b', 'description': 'finds', 'request': {'path': '/'},
            'response': {'status': 200, 'body': {'pattern': '(?<!a'}}}
         ]}
        """);
    write("hash.json", contract("{'id': 'hash.a', 'description': 'hashes', %s}", "GET", "hash"));
    assertThat(refused()).extracting(Problem::pointer).contains("/cases/2/response/body/pattern");
    write("hello.json", Files.readString(folder.resolve("hello.json")).replace("(?<!a", "a"));
    assertThat(refused())
        .extracting(Problem::pointer)
        .containsExactlyInAnyOrder(
            "/workload",
            "/cases/0/response/body/page",
            "/cases/1/id",
            "/cases/1/description",
            "/cases/1/steps/0/stop",
            "/cases/2/id");
  }

  @Test
  void takesWordsInBracesForAPartOfAPattern() throws IOException {
    write("workloads.json", "['hello']");
    write(
        "hello.json",
        contract("{'id': 'hello.a', 'description': 'greets', %s}", "GET")
            .replace("200}", "200, 'body': {'pattern': '^a {{unique}}, [{]{{id}}$'}}"));
    assertThat(Contracts.load(folder).contracts()).hasSize(1);
  }

  @Test
  void refusesStepsThatNeedAServerOrAServiceOfTheirOwn() throws IOException {
    write("workloads.json", "['hello', 'cache']");
    String restart =
        "{'id': '%1$s.restart', 'description': 'restarts', 'steps': [{'restart': true}]}";
    String service =
        "{'id': '%1$s.away', 'description': 'goes on', 'ownServer': true, 'withoutServices': true,"
            + " 'steps': [{'service': 'down'}, {'serviceConnectionsMax': 1}]}";
    String both =
        "{'schemaVersion': '1.0', 'workload': '%1$s', 'description': 'Greets', %2$s'cases': ["
            + restart
            + ", "
            + service
            + "]}";
    write("hello.json", both.formatted("hello", ""));
    write("cache.json", both.formatted("cache", "'service': 'redis', "));
    String without = "in a contract without \"service\" | ";
    String with = "in a case with \"withoutServices\" | ";
    assertThat(refused())
        .extracting(p -> p.pointer() + ": " + p.expected() + " | " + p.actual())
        .containsExactlyInAnyOrder(
            "/cases/0/steps/0/restart: no \"restart\" in a case without \"ownServer\" | true",
            "/cases/1/withoutServices: no \"withoutServices\" " + without + "true",
            "/cases/1/steps/0/service: no \"service\" " + without + "\"down\"",
            "/cases/1/steps/1/serviceConnectionsMax: no \"serviceConnectionsMax\" " + without + "1",
            "/cases/0/steps/0/restart: no \"restart\" in a case without \"ownServer\" | true",
            "/cases/1/steps/0/service: no \"service\" " + with + "\"down\"",
            "/cases/1/steps/1/serviceConnectionsMax: no \"serviceConnectionsMax\" " + with + "1");
  }

  @Test
  void putsNamedPartsInThePlacesOfTheirNames() throws IOException {
    JsonNode hello =
        load(
            """
            'requests': {'get': {'path': '/hello', 'headers': {'A': 'b'}}},
            'responses': {'greeting': {'status': 200, 'contentType': 'text/plain'}},
            'exchanges': {'greets': {'request': 'get', 'response': 'greeting'},
                          'hi': {'request': {'path': '/hi'}, 'response': 'greeting'}},
            'load': {'connections': 1, 'exchanges': ['greets', {'like': 'hi', 'withinMillis': 5}]},
            'cases': [
              {'id': 'hello.a', 'description': 'greets', 'request': 'get',
               'response': {'like': 'greeting', 'status': 201}},
              {'id': 'hello.b', 'description': 'greets on', 'steps': [
                'greets',
                {'like': 'greets', 'request': {'like': 'get', 'method': 'HEAD'}},
                {'wire': [{'send': 'x'}, {'meanwhile': ['hi']}], 'response': 'greeting'},
                {'await': {'request': 'get', 'response': 'greeting', 'withinMillis': 5}},
                {'while': {'request': 'get', 'connections': 1}, 'steps': ['hi']},
                {'concurrently': {'lanes': 1, 'times': 1}, 'steps': ['hi']}],
               'memory': {'growthMiBMax': 1, 'warmUp': ['hi']}}]""");
    String get = "{'path': '/hello', 'headers': {'A': 'b'}}";
    String greeting = "{'status': 200, 'contentType': 'text/plain'}";
    String greets = "{'request': %s, 'response': %s}".formatted(get, greeting);
    String hi = "{'request': {'path': '/hi'}, 'response': %s}".formatted(greeting);
    assertThat(hello)
        .isEqualTo(
            json(
                """
                [{'id': 'hello.a', 'description': 'greets', 'request': GET,
                  'response': {'status': 201, 'contentType': 'text/plain'}},
                 {'id': 'hello.b', 'description': 'greets on', 'steps': [
                   GREETS,
                   {'request': {'path': '/hello', 'headers': {'A': 'b'}, 'method': 'HEAD'},
                    'response': GREETING},
                   {'wire': [{'send': 'x'}, {'meanwhile': [HI]}], 'response': GREETING},
                   {'await': {'request': GET, 'response': GREETING, 'withinMillis': 5}},
                   {'while': {'request': GET, 'connections': 1}, 'steps': [HI]},
                   {'concurrently': {'lanes': 1, 'times': 1}, 'steps': [HI]}],
                  'memory': {'growthMiBMax': 1, 'warmUp': [HI]}},
                 {'connections': 1, 'exchanges': [
                   GREETS, {'request': {'path': '/hi'}, 'response': GREETING, 'withinMillis': 5}]}]"""
                    .replace("GREETS", greets)
                    .replace("GREETING", greeting)
                    .replace("GET", get)
                    .replace("HI", hi)));
  }

  @Test
  void makesOneCaseARowAtItsPlace() throws IOException {
    JsonNode cases =
        load(
            """
            'exchanges': {'puts': {
              'request': {'method': 'PUT', 'path': '/{{path}}', 'body': {'json': {'a': '{{value}}'}}},
              'response': {'status': 200}}},
            'cases': [
              {'rows': [
                 {'id': 'hello.a', 'description': 'puts a number', 'because': 'it may',
                  'with': {'path': 'a', 'value': 1, 'status': 200}},
                 {'id': 'hello.b', 'description': 'puts nothing {{path}}',
                  'with': {'value': null, 'path': '{{unique}}', 'status': 201}}],
               'timeoutMillis': 7, 'steps': [
                 {'like': 'puts', 'response': {
                   'status': '{{status}}', 'body': {'json': ['{{value}}', 'is {{value}}']}}}]}]""");
    String puts =
        """
        'timeoutMillis': 7, 'steps': [{
          'request': {'method': 'PUT', 'path': '/%1$s', 'body': {'json': {'a': %2$s}}},
          'response': {'status': %3$s, 'body': {'json': [%2$s, 'is %2$s']}}}]""";
    assertThat(cases)
        .isEqualTo(
            json(
                ("[{'id': 'hello.a', 'description': 'puts a number', 'because': 'it may', %s},"
                        + " {'id': 'hello.b', 'description': 'puts nothing {{path}}', %s}]")
                    .formatted(
                        puts.formatted("a", "1", "200"),
                        puts.formatted("{{unique}}", "null", "201"))));
    assertThat(Contracts.load(folder).contracts().get(0).cases())
        .extracting(Case::place)
        .containsExactly(
            folder.getFileName() + "/hello.json /cases/0 (row hello.a)",
            folder.getFileName() + "/hello.json /cases/0 (row hello.b)");
  }

  @Test
  void aRowMayChooseAPartByItsNameAndThePartMayHaveAWordOfTheRow() throws IOException {
    String hello =
        """
        'responses': {'one': {'status': 200, 'body': {'text': 'one {{path}}'}},
                      'two': {'status': 201}},
        'cases': [{'rows': [
            {'id': 'hello.a', 'description': 'asks a', 'with': {'path': 'a', 'is': 'one'}},
            {'id': 'hello.b', 'description': 'asks b', 'with': {'path': 'b', 'is': 'two'}}],
          'request': {'path': '/{{path}}'}, 'response': '{{is}}'}]""";
    assertThat(load(hello).valueStream().map(each -> each.get("response")))
        .containsExactly(
            json("{'status': 200, 'body': {'text': 'one a'}}"), json("{'status': 201}"));
    writeHello(hello.replace("'is': 'two'", "'is': 'three'"));
    assertThat(refused())
        .extracting(p -> p.pointer() + ": " + p.expected() + " | " + p.actual())
        .containsExactly(
            "/cases/0/response (row hello.b): a name in /responses: one, two | \"three\"",
            "/responses/two: a part that is used | \"two\"");
  }

  @Test
  void tellsEveryNameThatIsUnknownOrNeverUsed() throws IOException {
    writeHello(
        """
        'requests': {'get': {'path': '/'}, 'put': {'path': '/'}},
        'exchanges': {'greets': {'request': 'get', 'response': 'none'}},
        'cases': [
          {'id': 'hello.a', 'description': 'greets', 'request': 'got',
           'response': {'status': 200}},
          {'id': 'hello.b', 'description': 'greets on',
           'steps': ['greats', {'request': {'like': 'pot'}, 'response': {'like': 'none'}}]}]""");
    assertThat(refused())
        .extracting(p -> p.pointer() + ": " + p.expected() + " | " + p.actual())
        .containsExactlyInAnyOrder(
            "/exchanges/greets/response: a name in /responses: there is none | \"none\"",
            "/cases/0/request: a name in /requests: get, put | \"got\"",
            "/cases/1/steps/0: a name in /exchanges: greets | \"greats\"",
            "/cases/1/steps/1/request/like: a name in /requests: get, put | \"pot\"",
            "/cases/1/steps/1/response/like: a name in /responses: there is none | \"none\"",
            "/requests/put: a part that is used | \"put\"",
            "/exchanges/greets: a part that is used | \"greets\"");
  }

  @Test
  void tellsEverythingThatIsWrongWithRows() throws IOException {
    String row = "{'id': 'hello.%s', 'description': 'puts %1$s', 'with': {%s}}";
    String rows = "{'rows': [%s, %s], 'request': {'path': '/{{a}}'}, 'response': {'status': 200}}";
    writeHello(
        "'cases': [%s, %s, %s]"
            .formatted(
                rows.formatted(row.formatted("a", "'a': 1"), row.formatted("b", "'a': 'b c'")),
                rows.formatted(row.formatted("c", "'a': 1, 'b': 2"), row.formatted("d", "'b': 2"))
                    .replace("{'status': 200}", "{'status': 200, 'headers': {'b': 'x'}}"),
                "{'rows': [%s], 'steps': [{'request': {'path': '/{{unique}}{{id}}'}, 'response': {'status': 200}, 'capture': {'id': {'from': 'body'}}}]}"
                    .formatted(row.formatted("e", "'unique': 1, 'id': 2"))));
    String reserved = ": a word other than \"unique\" and the captures of the case | ";
    assertThat(refused())
        .extracting(p -> p.pointer() + ": " + p.expected() + " | " + p.actual())
        .containsExactlyInAnyOrder(
            "/cases/0/request/path (row hello.b): must match pattern"
                + " \"^/[\\x21-\\x7e]*$\" | \"/b c\"",
            "/cases/1/rows/0/with/b: a word that the case uses | \"b\"",
            "/cases/1/rows/1/with: the words of the first row: a, b | [\"b\"]",
            "/cases/2/rows/0/with/unique" + reserved + "\"unique\"",
            "/cases/2/rows/0/with/id" + reserved + "\"id\"");
  }

  @Test
  void tellsAProblemThatAllRowsHaveForTheFirstOfThem() throws IOException {
    writeHello(
        """
        'cases': [{'rows': [
            {'id': 'hello.a', 'description': 'puts a', 'with': {'a': 1}},
            {'id': 'hello.b', 'description': 'puts b', 'with': {'a': 'b'}}],
          'steps': [{'restart': true}, {'temporaryFiles': '{{a}}'}]}]""");
    assertThat(refused())
        .extracting(p -> p.pointer() + ": " + p.expected() + " | " + p.actual())
        .containsExactly(
            "/cases/0/steps/1/temporaryFiles (row hello.b): integer | \"b\"",
            "/cases/0/steps/0/restart (row hello.a): no \"restart\" in a case without"
                + " \"ownServer\" | true");
  }

  @Test
  void tellsMatchersThatAreNone() throws IOException {
    writeHello(
        """
        'cases': [{'id': 'hello.a', 'description': 'greets',
          'request': {'path': '/', 'body': {'json': {'$any': 1}}},
          'response': {'status': 200, 'body': {'json': {'a': [
            {'$any': 1}, {'$type': 'text'}, {'$pattern': '('}, {'$minimum': 'x'}, {}]}}}}]""");
    String at = "/cases/0/response/body/json/a/";
    assertThat(refused())
        .extracting(p -> p.pointer() + ": " + p.expected())
        .containsExactlyInAnyOrder(
            at + "0/$any: no such key; known: $type, $pattern, $minimum",
            at
                + "1/$type: one of \"string\", \"number\", \"integer\", \"boolean\", \"object\","
                + " \"array\", \"null\"",
            at + "2/$pattern: a regular expression",
            at + "3/$minimum: number");
  }

  @Test
  void refusesAKeyThatStandsTwice() throws IOException {
    write("workloads.json", "['hello']");
    write("hello.json", "{'workload': 'hello', 'workload': 'hello'}");
    assertThat(refused()).singleElement().extracting(Problem::expected).isEqualTo("JSON");
  }

  /** The cases of a contract and, where it has one, its load. */
  private JsonNode load(String parts) throws IOException {
    writeHello(parts);
    Contract contract = Contracts.load(folder).contracts().get(0);
    ArrayNode all = JsonMapper.shared().createArrayNode();
    contract.cases().forEach(each -> all.add(each.node()));
    contract.load().ifPresent(load -> all.add(load.node()));
    return all;
  }

  private void writeHello(String parts) throws IOException {
    write("workloads.json", "['hello']");
    String start = "{'schemaVersion': '1.1', 'workload': 'hello', 'description': 'Greets', ";
    write("hello.json", start + parts + "}");
  }

  private static JsonNode json(String text) {
    return JsonMapper.shared().readTree(text.replace('\'', '"'));
  }

  private List<Problem> refused() {
    InvalidInput refusal = catchThrowableOfType(InvalidInput.class, () -> Contracts.load(folder));
    assertThat(refusal).isNotNull();
    return refusal.problems();
  }

  private static String contract(String text, String method) {
    return contract(text, method, "hello");
  }

  private static String contract(String text, String method, String workload) {
    String exchange =
        "'request': {'path': '/', 'method': '%s'}, 'response': {'status': 200}".formatted(method);
    return "{'schemaVersion': '1.0', 'workload': '%s', 'description': 'Greets', 'cases': [%s]}"
        .formatted(workload, text.formatted(exchange));
  }

  private void write(String name, String json) throws IOException {
    Files.writeString(folder.resolve(name), json.replace('\'', '"'));
  }
}

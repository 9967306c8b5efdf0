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
            file + "hello.json /cases/0/response/status",
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
  void refusesAKeyThatStandsTwice() throws IOException {
    write("workloads.json", "['hello']");
    write("hello.json", "{'workload': 'hello', 'workload': 'hello'}");
    assertThat(refused()).singleElement().extracting(Problem::expected).isEqualTo("JSON");
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

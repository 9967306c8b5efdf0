// Services are looked for in one order, each on its own; what is not there is told with all
// reasons.
package dev.loadline.services;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.loadline.input.InvalidInput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ServicesTest {
  private static final Path ROOT = Path.of("../..");
  private static final List<Declared> ALL = Declared.load(ROOT, Set.of(ServiceName.values()));

  private final List<String> stopped = new ArrayList<>();

  @Test
  void takesEachServiceFromTheFirstSourceThatHasIt() throws InterruptedException {
    Services services =
        Services.start(
            ALL,
            List.of(
                source(Service.Source.ENVIRONMENT, ServiceName.MYSQL),
                source(Service.Source.DOCKER),
                source(Service.Source.PROGRAM, ServiceName.MYSQL, ServiceName.REDIS),
                source(Service.Source.EMBEDDED, ServiceName.values())));
    assertThat(services.all())
        .extracting(Service::name, service -> service.source().orElseThrow())
        .containsExactly(
            tuple(ServiceName.REDIS, Service.Source.PROGRAM),
            tuple(ServiceName.MYSQL, Service.Source.ENVIRONMENT),
            tuple(ServiceName.MONGODB, Service.Source.EMBEDDED));
  }

  @Test
  void endsWhatItHasStartedWhenItIsClosed() throws InterruptedException {
    Services services =
        Services.start(ALL, List.of(source(Service.Source.PROGRAM, ServiceName.REDIS)));
    assertThat(stopped).isEmpty();
    services.close();
    assertThat(stopped).containsExactly("redis");
  }

  @Test
  void endsWhatItHasStartedWhenALaterSourceBreaks() {
    Supply broken =
        wanted -> {
          throw new IllegalStateException("broken");
        };
    List<Supply> order = List.of(source(Service.Source.PROGRAM, ServiceName.REDIS), broken);
    assertThatThrownBy(() -> Services.start(ALL, order)).hasMessage("broken");
    assertThat(stopped).containsExactly("redis");
  }

  @Test
  void saysOfAMissingServiceWhatWasTriedAndWhatToDo() throws InterruptedException {
    List<Supply> order = List.of(source(Service.Source.DOCKER), source(Service.Source.PROGRAM));
    Service service = Services.start(ALL, order).of(ServiceName.MYSQL);
    assertThat(service.url()).isEmpty();
    assertThat(service.notRun())
        .contains(
            "MySQL is not there (docker has no mysql; program has no mysql): "
                + "set MYSQL_URL, start Docker, install mariadbd, or build java/services");
  }

  @Test
  void doesNotKnowAServiceThatNobodyAskedFor() {
    assertThatThrownBy(() -> Services.none().of(ServiceName.REDIS))
        .hasMessage("redis is not among the services that were asked for");
  }

  @Test
  void refusesUrlsWithEveryProblemAndWithoutTheirPasswords() {
    Map<String, String> environment =
        Map.of(
            "REDIS_URL", "http://127.0.0.1:1",
            "MYSQL_URL", "mysql://duck:secret@127.0.0.1:3306",
            "MONGODB_URL", "nonsense with blanks");
    assertThatThrownBy(() -> new FromEnvironment(environment).supply(ALL))
        .isInstanceOf(InvalidInput.class)
        .hasMessage(
            """
            REDIS_URL (environment)
              expected  redis://host:port or redis://host:port/db
              actual    "http://127.0.0.1:1"
            MYSQL_URL (environment)
              expected  mysql://user:password@host:port/database
              actual    "mysql://***@127.0.0.1:3306"
            MONGODB_URL (environment)
              expected  mongodb://host:port/database
              actual    "nonsense with blanks\"\
            """);
  }

  @Test
  void refusesAUrlBehindWhichNobodyAnswers() {
    Map<String, String> environment = Map.of("REDIS_URL", "redis://duck:secret@127.0.0.1:1/3");
    assertThatThrownBy(() -> new FromEnvironment(environment).supply(ALL))
        .isInstanceOf(InvalidInput.class)
        .hasMessageContaining("expected  Redis at redis://***@127.0.0.1:1/3")
        .hasMessageContaining("actual    no answer within 4000 ms");
  }

  @Test
  void takesAServiceUrlApart() {
    ServiceUrl url = ServiceUrl.of("mysql://d%75ck:a+b%40c@pond:3306/lo%61dline");
    assertThat(url)
        .isEqualTo(
            new ServiceUrl("pond", 3306, Optional.of("duck"), Optional.of("a+b@c"), "loadline"));
  }

  private Supply source(Service.Source source, ServiceName... has) {
    return wanted -> {
      Map<ServiceName, Supply.Attempt> attempts = new HashMap<>();
      for (Declared declared : wanted) {
        String id = declared.name().id();
        attempts.put(
            declared.name(),
            List.of(has).contains(declared.name())
                ? Supply.Attempt.of(declared, "url", source, "a " + id, () -> stopped.add(id))
                : Supply.Attempt.none(source.id() + " has no " + id));
      }
      return attempts;
    };
  }
}

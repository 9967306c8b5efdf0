// Services whose URL stands in the environment: taken as they are, or refused with every problem at
// once.
package dev.loadline.services;

import dev.loadline.input.InvalidInput;
import dev.loadline.input.Problem;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * @param environment variables and their values
 */
record FromEnvironment(Map<String, String> environment) implements Supply {
  private static final long ANSWERS_WITHIN_MILLIS = 4_000;

  /**
   * @throws InvalidInput a URL that is none, or behind which nobody answers
   */
  @Override
  public Map<ServiceName, Attempt> supply(List<Declared> wanted) throws InterruptedException {
    Map<ServiceName, Attempt> attempts = new LinkedHashMap<>();
    List<Problem> problems = new ArrayList<>();
    for (Declared declared : wanted) {
      String typed = environment.getOrDefault(declared.variable(), "");
      if (!typed.isEmpty()) {
        take(declared, typed, problems)
            .ifPresent(attempt -> attempts.put(declared.name(), attempt));
      }
    }
    if (!problems.isEmpty()) {
      throw new InvalidInput(problems);
    }
    return attempts;
  }

  private static Optional<Attempt> take(Declared declared, String typed, List<Problem> problems)
      throws InterruptedException {
    Optional<String> url = serviceUrl(typed, declared);
    if (url.isEmpty()) {
      problems.add(problem(declared, expected(declared.name()), '"' + shown(typed) + '"'));
      return Optional.empty();
    }
    try {
      String product =
          Ask.untilAnswers(declared.name(), url.get(), ANSWERS_WITHIN_MILLIS, Ask.WhyEnded.NEVER);
      String description = product + " (environment)";
      // What was there before us stays.
      return Optional.of(
          Attempt.of(declared, url.get(), Service.Source.ENVIRONMENT, description, () -> {}));
    } catch (IOException silent) {
      String expected = declared.title() + " at " + shown(url.get());
      problems.add(problem(declared, expected, Ask.reasonOf(silent)));
      return Optional.empty();
    }
  }

  private static Problem problem(Declared declared, String expected, String actual) {
    return new Problem(declared.variable(), "(environment)", expected, actual);
  }

  private static String expected(ServiceName name) {
    return switch (name) {
      case REDIS -> "redis://host:port or redis://host:port/db";
      case MYSQL -> "mysql://user:password@host:port/database";
      case MONGODB -> "mongodb://host:port/database";
    };
  }

  /** With its port; empty when it is none of this service. */
  private static Optional<String> serviceUrl(String typed, Declared declared) {
    try {
      URI uri = new URI(typed);
      boolean ours = declared.scheme().equals(uri.getScheme()) && uri.getHost() != null;
      boolean needsPath = declared.name() != ServiceName.REDIS;
      if (!ours || needsPath && uri.getRawPath().length() < 2) {
        return Optional.empty();
      }
      String host = uri.getHost();
      return Optional.of(
          uri.getPort() >= 0
              ? typed
              : typed.replaceFirst(
                  "(//(?:[^/]*@)?\\Q%s\\E):?".formatted(host), "$1:" + declared.port()));
    } catch (URISyntaxException notOne) {
      return Optional.empty();
    }
  }

  /** Without user and password. */
  private static String shown(String url) {
    return url.replaceFirst("//.*@", "//***@");
  }
}

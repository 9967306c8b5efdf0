package dev.loadline.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunPropertiesTest {
  private static final String MINUTES = "loadline.minutes";
  private static final String STACK = "loadline.stack";
  private static final String FULL = "loadline.full";
  private static final String BASE = "loadline.base";

  private final String minutesBefore = System.getProperty(MINUTES);
  private final String stackBefore = System.getProperty(STACK);
  private final String fullBefore = System.getProperty(FULL);
  private final String baseBefore = System.getProperty(BASE);

  @BeforeEach
  void asIfNothingWereTold() {
    put(MINUTES, null);
    put(STACK, null);
    put(FULL, null);
    put(BASE, null);
  }

  @AfterEach
  void asBefore() {
    put(MINUTES, minutesBefore);
    put(STACK, stackBefore);
    put(FULL, fullBefore);
    put(BASE, baseBefore);
  }

  private static void put(String name, String value) {
    if (value == null) {
      System.clearProperty(name);
    } else {
      System.setProperty(name, value);
    }
  }

  @Test
  void whatIsNotToldIsAsItIsUsually() {
    assertThat(RunProperties.minutes(3.5)).isEqualTo(Duration.ofSeconds(210));
    assertThat(RunProperties.stacks("java/.*")).accepts("java/javalin").rejects("node/http");
  }

  @Test
  void whatIsToldGoesBefore() {
    put(MINUTES, "20");
    put(STACK, "java/(javalin|grizzly)");
    assertThat(RunProperties.minutes(3.5)).isEqualTo(Duration.ofMinutes(20));
    assertThat(RunProperties.stacks("java/.*"))
        .accepts("java/javalin", "java/grizzly")
        .rejects("java/spring-mvc", "java/javalin:cluster");
  }

  @Test
  void aRunIsFullWhenItIsTold() {
    assertThat(RunProperties.isFull()).isFalse();
    put(FULL, "");
    assertThat(RunProperties.isFull()).isTrue();
    put(FULL, "false");
    assertThat(RunProperties.isFull()).isFalse();
  }

  @Test
  void withoutABaseTheYardstickIsWhatStacksAreHeldAgainst() {
    assertThat(RunProperties.base()).isEmpty();
    put(BASE, "");
    assertThat(RunProperties.base()).isEmpty();
    put(BASE, "main");
    assertThat(RunProperties.base()).contains("main");
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "", "0", "-1", "NaN", "Infinity", "1441"})
  void minutesThatAreNoneAreToldByTheirName(String minutes) {
    put(MINUTES, minutes);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RunProperties.minutes(3.5))
        .withMessage(
            "-Dloadline.minutes\n  expected  a number of minutes, from 0.1 to 1440\n  actual    %s",
            minutes);
  }

  @Test
  void anExpressionThatIsNoneIsToldByItsName() {
    put(STACK, "java/(");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RunProperties.stacks("java/.*"))
        .withMessage(
            "-Dloadline.stack\n  expected  a regular expression\n  actual    java/(: Unclosed group");
  }
}

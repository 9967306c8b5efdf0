// Tests how the addresses of services are read and handed on.
package dev.loadline.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceUrlTest {
  @Test
  void readsEveryPart() {
    assertThat(mysql("mysql://user:pass@db_1.example:3307/load-line"))
        .isEqualTo(new ServiceUrl("db_1.example", 3307, "user", "pass", "load-line"));
  }

  @Test
  void decodesUserAndPassword() {
    ServiceUrl url = mysql("mysql://us%40er:p%2Fa+b%3A%25%C3%A9:c@h/d");
    assertThat(url.user()).isEqualTo("us@er");
    assertThat(url.password()).isEqualTo("p/a+b:%é:c");
  }

  @Test
  void needsOnlyAHost() {
    assertThat(ServiceUrl.of("redis://[::1]", "redis", 6379))
        .isEqualTo(new ServiceUrl("[::1]", 6379, null, null, ""));
    assertThat(ServiceUrl.of("redis://:secret@h/2", "redis", 6379))
        .isEqualTo(new ServiceUrl("h", 6379, null, "secret", "2"));
  }

  @ParameterizedTest(name = "{0} is refused")
  @ValueSource(
      strings = {
        "",
        "localhost",
        "mysql:localhost/d",
        "redis://localhost/d",
        "jdbc:mysql://localhost/d",
        "mysql:///d",
        "mysql://h:123456/d",
        "mysql://h/d?allowLocalInfile=true",
        "mysql://h/d#x",
        "mysql://h/d/e",
        "mysql://h/d;x",
        "mysql://a,b/d",
        "mysql://h(port=1)/d",
        "mysql://u:p%zz@h/d",
      })
  void refusesOtherForms(String url) {
    assertThatThrownBy(() -> mysql(url)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void keepsThePasswordToItself() {
    assertThatThrownBy(() -> mysql("mysql://user:secret@h/d?x")).hasMessageNotContaining("secret");
  }

  @Test
  void isTranslatedForJdbcWithoutUserAndPassword() {
    assertThat(MysqlConnections.jdbc(mysql("mysql://user:secret@db:3307/loadline")))
        .startsWith("jdbc:mariadb://db:3307/loadline?connectTimeout=")
        .doesNotContain("user", "secret");
  }

  private static ServiceUrl mysql(String url) {
    return ServiceUrl.of(url, "mysql", 3306);
  }
}

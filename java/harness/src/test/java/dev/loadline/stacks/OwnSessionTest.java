package dev.loadline.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class OwnSessionTest {
  @Test
  void aServerIsTheFirstOfItsSession() throws IOException, InterruptedException {
    List<String> command = OwnSession.of(List.of("sh", "-c", "ps -o sid= -p $$; echo $$"));
    Process process = new ProcessBuilder(command).start();
    List<String> lines =
        new String(process.getInputStream().readAllBytes()).lines().map(String::strip).toList();
    assertThat(process.waitFor()).isZero();
    assertThat(lines).containsExactly(lines.get(1), Long.toString(process.pid()));
  }
}

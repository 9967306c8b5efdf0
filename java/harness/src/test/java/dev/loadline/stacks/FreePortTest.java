// No two servers that start at the same time get the same port.
package dev.loadline.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FreePortTest {
  @Test
  @DisplayName("a port that is claimed is not given again until its folder is removed")
  void claimsOnce() throws Exception {
    int port = FreePort.on(Server.HOST);
    TemporaryFolder first = FreePort.claim(() -> port).folder();
    Iterator<Integer> looks = List.of(port, port).iterator();
    FreePort.Claim second =
        FreePort.claim(() -> looks.hasNext() ? looks.next() : FreePort.on(Server.HOST));
    assertThat(second.port()).isNotEqualTo(port);
    second.folder().remove();
    first.remove();
    FreePort.Claim again = FreePort.claim(() -> port);
    assertThat(again.port()).isEqualTo(port);
    assertThat(again.folder().path()).isEqualTo(first.path()).isEmptyDirectory();
    again.folder().remove();
  }
}

// Tests uploads: receipt, limit, and that no file stays behind.
package dev.loadline.workloads;

import static dev.loadline.workloads.QueryTest.statusOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class UploadTest {
  @Test
  void tellsBytesAndMd5AndRemovesItsFile() throws IOException {
    long before = files();
    Upload upload = Upload.begin(-1);
    for (int i = 0; i < 16; i++) {
      upload.write(ByteBuffer.allocateDirect(64 << 10));
    }
    assertThat(files()).isEqualTo(before + 1);
    assertThat(upload.finish().json())
        .isEqualTo("{\"bytes\":1048576,\"md5\":\"b6d81b360a5672d80c27430f39153e2c\"}");
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void removesTheFileOfAnAbortedUpload() throws IOException {
    long before = files();
    try (Upload upload = Upload.begin(10)) {
      upload.write(ByteBuffer.allocate(3));
    }
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void removesTheFilesOfAllThatAreOnTheirWay() throws IOException {
    long before = files();
    Upload ended = Upload.begin(0);
    ended.finish();
    Upload one = Upload.begin(-1);
    Upload other = Upload.begin(10);
    assertThat(files()).isEqualTo(before + 2);
    Upload.closeAll();
    assertThat(files()).isEqualTo(before);
    one.close();
    other.close();
  }

  @Test
  void refusesWhatIsAnnouncedOrGrowsOverTheLimit() {
    assertThat(statusOf(() -> Upload.begin(Limits.UPLOAD_BYTES + 1).close())).isEqualTo(413);
    ByteBuffer part = ByteBuffer.allocate(1 << 20);
    try (Upload upload = Upload.begin(-1)) {
      for (int i = 0; i < 128; i++) {
        upload.write(part.clear());
      }
      assertThat(statusOf(() -> upload.write(ByteBuffer.allocate(1)))).isEqualTo(413);
    }
  }

  private static long files() throws IOException {
    Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("loadline-upload-"))
          .count();
    }
  }
}

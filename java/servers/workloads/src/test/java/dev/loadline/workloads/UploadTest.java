// Tests uploads: receipt, limit, and that no file stays behind.
package dev.loadline.workloads;

import static dev.loadline.workloads.ChecksTest.reasonOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class UploadTest {
  @Test
  void tellsBytesAndMd5AndRemovesItsFile() throws IOException {
    long before = files();
    Upload upload = Upload.open(-1);
    for (int i = 0; i < 16; i++) {
      upload.write(new byte[64 << 10]);
    }
    assertThat(files()).isEqualTo(before + 1);
    assertThat(upload.finish())
        .isEqualTo(new Receipt(1_048_576, "b6d81b360a5672d80c27430f39153e2c"));
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void removesTheFileOfAnAbortedUpload() throws IOException {
    long before = files();
    try (Upload upload = Upload.open(10)) {
      upload.write(new byte[3]);
    }
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void removesTheFilesOfAllThatAreOnTheirWay() throws IOException {
    long before = files();
    Upload ended = Upload.open(0);
    ended.finish();
    Upload one = Upload.open(-1);
    Upload other = Upload.open(10);
    assertThat(files()).isEqualTo(before + 2);
    Upload.closeAll();
    assertThat(files()).isEqualTo(before);
    one.close();
    other.close();
  }

  @Test
  void refusesWhatIsAnnouncedOrGrowsOverTheLimit() throws IOException {
    assertThat(reasonOf(() -> Upload.open(Limits.UPLOAD_BYTES + 1)))
        .isEqualTo(Refused.Reason.TOO_LARGE);
    try (Upload upload = Upload.open(-1)) {
      for (int i = 0; i < 128; i++) {
        upload.write(new byte[1 << 20]);
      }
      assertThat(reasonOf(() -> upload.write(1))).isEqualTo(Refused.Reason.TOO_LARGE);
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

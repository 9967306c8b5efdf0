// Takes uploads: streamed to a file of their own and hashed on the way.
package dev.loadline.broken.honest;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Honest uploads; a fault overrides what it breaks. */
public class Uploads {
  private static final long LIMIT_BYTES = 128 << 20;

  /** Takes one body. */
  protected Reply take(Request request) throws IOException {
    if (request.body().announced() > LIMIT_BYTES) {
      throw Refusal.tooLarge(LIMIT_BYTES);
    }
    Path file = file();
    boolean complete = false;
    try {
      Reply reply = store(request.content(), file);
      complete = true;
      return reply;
    } finally {
      discard(file, complete);
    }
  }

  /** A file for one upload. */
  protected Path file() throws IOException {
    return Files.createTempFile("upload-", ".part");
  }

  /** Removes a file, whether its upload was complete or broke off. */
  protected void discard(Path file, boolean complete) throws IOException {
    Files.deleteIfExists(file);
  }

  /** Hashes the next bytes of a body. */
  protected void update(MessageDigest digest, byte[] bytes, int count, long before) {
    digest.update(bytes, 0, count);
  }

  private Reply store(InputStream body, Path file) throws IOException {
    MessageDigest digest = md5();
    byte[] bytes = new byte[64 << 10];
    long stored = 0;
    try (OutputStream out = Files.newOutputStream(file)) {
      for (int count = body.read(bytes); count >= 0; count = body.read(bytes)) {
        if (stored + count > LIMIT_BYTES) {
          throw Refusal.tooLarge(LIMIT_BYTES);
        }
        out.write(bytes, 0, count);
        update(digest, bytes, count, stored);
        stored += count;
      }
    }
    return receipt(stored, digest);
  }

  /** The answer to a body that was taken. */
  protected static Reply receipt(long bytes, MessageDigest digest) {
    String md5 = HexFormat.of().formatHex(digest.digest());
    return Reply.json("{\"bytes\":%d,\"md5\":\"%s\"}".formatted(bytes, md5));
  }

  /** A fresh digest. */
  protected static MessageDigest md5() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException("every JDK has MD5", missing);
    }
  }
}

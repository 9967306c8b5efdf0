// One upload on its way: a file of its own and a running MD5.
package dev.loadline.workloads;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Streams a body into a file in the system's temporary folder and hashes it on the way.
 *
 * <p>One thread at a time writes; {@link #close} may come from another, at any time and more than
 * once, and removes the file.
 *
 * <pre>{@code
 * try (Upload upload = Upload.open(contentLength)) {
 *   body.transferTo(upload);
 *   return upload.finish();
 * }
 * }</pre>
 */
public final class Upload extends OutputStream {
  /** Written 8 KiB at a time, as frameworks hand them out, 100 MiB take 140 ms instead of 60. */
  private static final int BUFFER_BYTES = 64 << 10;

  private static final Set<Upload> ON_THEIR_WAY = ConcurrentHashMap.newKeySet();

  private final MessageDigest digest = md5();
  private final AtomicBoolean isRemoved = new AtomicBoolean();
  private final Path path;
  private final OutputStream file;
  private final OutputStream buffered;
  private long bytes;

  private Upload() throws IOException {
    path = Files.createTempFile("loadline-upload-", ".part");
    file = Files.newOutputStream(path);
    buffered = new BufferedOutputStream(new DigestOutputStream(file, digest), BUFFER_BYTES);
    ON_THEIR_WAY.add(this);
  }

  /**
   * Makes the file.
   *
   * @param announcedBytes how many will come, or -1 where that is not known
   * @throws Refused TOO_LARGE when more is announced than {@link Limits#UPLOAD_BYTES}
   */
  public static Upload open(long announcedBytes) throws IOException {
    expect(announcedBytes);
    return new Upload();
  }

  /**
   * Takes a part.
   *
   * @throws Refused TOO_LARGE when the upload grows over {@link Limits#UPLOAD_BYTES}
   */
  @Override
  public void write(byte[] part, int offset, int length) throws IOException {
    expect(bytes + length);
    bytes += length;
    buffered.write(part, offset, length);
  }

  @Override
  public void write(int part) throws IOException {
    write(new byte[] {(byte) part}, 0, 1);
  }

  /** Ends the upload: the file is gone when this returns. */
  public Receipt finish() throws IOException {
    buffered.flush();
    close();
    return new Receipt(bytes, HexFormat.of().formatHex(digest.digest()));
  }

  /** Removes the file, if it is still there. */
  @Override
  public void close() throws IOException {
    if (!isRemoved.getAndSet(true)) {
      ON_THEIR_WAY.remove(this);
      file.close();
      Files.deleteIfExists(path);
    }
  }

  /** Removes the files of all that have not ended: for a server that ends. */
  public static void closeAll() throws IOException {
    for (Upload upload : ON_THEIR_WAY) {
      upload.close();
    }
  }

  private static void expect(long bytes) {
    if (bytes > Limits.UPLOAD_BYTES) {
      throw new Refused(
          Refused.Reason.TOO_LARGE, "At most " + Limits.UPLOAD_BYTES + " bytes may come.");
    }
  }

  private static MessageDigest md5() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has MD5", impossible);
    }
  }
}

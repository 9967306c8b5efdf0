// One upload on its way: a file of its own and a running MD5.
package dev.loadline.workloads;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
 * once, and removes the file. The calls block on the disk. What fails there is an {@link
 * UncheckedIOException}, which a stack answers with a problem 500.
 *
 * <pre>{@code
 * try (Upload upload = Upload.begin(contentLength)) {
 *   for (ByteBuffer part : parts) upload.write(part);
 *   return upload.finish();
 * }
 * }</pre>
 */
public final class Upload implements AutoCloseable {
  /** Written 8 KiB at a time, as frameworks hand them out, 100 MiB take 140 ms instead of 60. */
  private static final int BUFFER_BYTES = 64 << 10;

  private static final Set<Upload> ON_THEIR_WAY = ConcurrentHashMap.newKeySet();

  private final MessageDigest digest = md5();
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
  private final AtomicBoolean removed = new AtomicBoolean();
  private final Path path;
  private final FileChannel file;
  private long bytes;

  private Upload(Path path, FileChannel file) {
    this.path = path;
    this.file = file;
  }

  /**
   * Makes the file.
   *
   * @param announcedBytes the {@code Content-Length}, or -1 where there is none
   * @throws ProblemException 413 when more is announced than {@link Limits#UPLOAD_BYTES}
   */
  public static Upload begin(long announcedBytes) {
    if (announcedBytes > Limits.UPLOAD_BYTES) {
      throw tooLarge();
    }
    try {
      Path path = Files.createTempFile("loadline-upload-", ".part");
      Upload upload = new Upload(path, FileChannel.open(path, StandardOpenOption.WRITE));
      ON_THEIR_WAY.add(upload);
      return upload;
    } catch (IOException failure) {
      throw new UncheckedIOException("the upload found no place for its file", failure);
    }
  }

  /**
   * Takes all remaining bytes of the part.
   *
   * @throws ProblemException 413 when the upload grows over {@link Limits#UPLOAD_BYTES}
   */
  public void write(ByteBuffer part) {
    bytes += part.remaining();
    if (bytes > Limits.UPLOAD_BYTES) {
      throw tooLarge();
    }
    while (part.hasRemaining()) {
      int length = Math.min(part.remaining(), buffer.remaining());
      buffer.put(part.slice(part.position(), length));
      part.position(part.position() + length);
      if (!buffer.hasRemaining()) {
        drain();
      }
    }
  }

  private void drain() {
    digest.update(buffer.array(), 0, buffer.position());
    buffer.flip();
    try {
      while (buffer.hasRemaining()) {
        file.write(buffer);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException("the upload could not be written", failure);
    }
    buffer.clear();
  }

  /** Ends the upload: the file is gone when this returns. */
  public Receipt finish() {
    drain();
    close();
    return new Receipt(bytes, HexFormat.of().formatHex(digest.digest()));
  }

  /** Removes the file, if it is still there. */
  @Override
  public void close() {
    if (removed.getAndSet(true)) {
      return;
    }
    ON_THEIR_WAY.remove(this);
    try {
      file.close();
      Files.deleteIfExists(path);
    } catch (IOException failure) {
      throw new UncheckedIOException("the upload's file could not be removed", failure);
    }
  }

  /**
   * Removes the files of all that have not ended: for a server that ends, whatever its clients do.
   */
  public static void closeAll() {
    ON_THEIR_WAY.forEach(Upload::close);
  }

  private static ProblemException tooLarge() {
    return new ProblemException(Problem.contentTooLarge(Limits.UPLOAD_BYTES));
  }

  private static MessageDigest md5() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has MD5", impossible);
    }
  }
}

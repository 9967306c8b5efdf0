// The head of an HTTP answer: its status line and headers.
package dev.loadline.drivers;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * @param minorVersion of HTTP/1
 * @param headers by name in lower case; of equal names the first
 * @param contentLength -1 where it is not told
 */
record AnswerHead(
    int status,
    int minorVersion,
    Map<String, String> headers,
    boolean isChunked,
    long contentLength) {
  private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.([01]) ([1-9]\\d\\d)( .*)?");
  private static final Pattern HEADER =
      Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \\t]*(.*?)[ \\t]*");
  private static final Pattern LENGTH = Pattern.compile("\\d{1,18}");
  private static final int CONTINUE = 100;
  private static final int SWITCHING_PROTOCOLS = 101;
  private static final int OK = 200;
  private static final int NO_CONTENT = 204;
  private static final int NOT_MODIFIED = 304;

  /**
   * @param text with the empty line that ends it
   */
  static AnswerHead of(String text) throws MalformedAnswer {
    String[] lines = text.split("\r?\n");
    Matcher status = STATUS_LINE.matcher(lines[0]);
    if (!status.matches()) {
      throw new MalformedAnswer("the status line is " + Told.quoted(lines[0]));
    }
    Map<String, String> headers = new HashMap<>();
    for (int line = 1; line < lines.length; line++) {
      addHeader(lines[line], headers);
    }
    return new AnswerHead(
        Integer.parseInt(status.group(2)),
        Integer.parseInt(status.group(1)),
        headers,
        isChunked(headers),
        contentLength(headers));
  }

  private static void addHeader(String line, Map<String, String> headers) throws MalformedAnswer {
    Matcher header = HEADER.matcher(line);
    if (!header.matches()) {
      throw new MalformedAnswer("a header line is " + Told.quoted(line));
    }
    String name = header.group(1).toLowerCase(Locale.ROOT);
    String first = headers.putIfAbsent(name, header.group(2));
    if (first != null && name.equals("content-length") && !first.equals(header.group(2))) {
      throw new MalformedAnswer("it has two lengths");
    }
  }

  private static boolean isChunked(Map<String, String> headers) throws MalformedAnswer {
    String coding = headers.get("transfer-encoding");
    if (coding != null && !coding.equalsIgnoreCase("chunked")) {
      throw new MalformedAnswer("the transfer encoding is " + Told.quoted(coding));
    }
    return coding != null;
  }

  private static long contentLength(Map<String, String> headers) throws MalformedAnswer {
    String length = headers.get("content-length");
    if (length == null) {
      return -1;
    }
    if (!LENGTH.matcher(length).matches()) {
      throw new MalformedAnswer("the content length is " + Told.quoted(length));
    }
    return Long.parseLong(length);
  }

  Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name));
  }

  /** Whether the answer itself is still to come. */
  boolean isInterim() {
    return status >= CONTINUE && status < OK && status != SWITCHING_PROTOCOLS;
  }

  boolean hasBody() {
    return status >= OK && status != NO_CONTENT && status != NOT_MODIFIED;
  }

  /** Whether the server announces that it closes the connection after this answer. */
  boolean announcesClose() {
    String connection = headers.getOrDefault("connection", "").toLowerCase(Locale.ROOT);
    return minorVersion == 0 || connection.contains("close");
  }
}

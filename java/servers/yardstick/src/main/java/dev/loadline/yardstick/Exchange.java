// One request and its one answer, on the event loop of its connection.
package dev.loadline.yardstick;

import static io.netty.handler.codec.http.HttpHeaderNames.CONNECTION;
import static io.netty.handler.codec.http.HttpHeaderNames.CONTENT_LENGTH;
import static io.netty.handler.codec.http.HttpHeaderNames.CONTENT_TYPE;
import static io.netty.handler.codec.http.HttpHeaderValues.CLOSE;
import static io.netty.handler.codec.http.HttpHeaderValues.KEEP_ALIVE;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpHeadersFactory;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;

final class Exchange {
  private static final AsciiString TEXT = AsciiString.cached("text/plain; charset=utf-8");
  private static final AsciiString JSON = AsciiString.cached("application/json");
  private static final AsciiString HTML = AsciiString.cached("text/html; charset=utf-8");
  private static final AsciiString PROBLEM = AsciiString.cached("application/problem+json");
  // Every value that is written here is a constant, a number or a path of digits.
  private static final HttpHeadersFactory HEADERS =
      DefaultHttpHeadersFactory.headersFactory().withValidation(false);

  /** What reads a request's body. */
  interface Body {
    void part(ByteBuf bytes) throws Exception;

    void end() throws Exception;

    /** The rest does not come, or is not wanted. */
    void abandon();
  }

  /** A step that may fail, which answers the request. */
  interface Step {
    void run() throws Exception;
  }

  private final Connection connection;
  private final HttpRequest request;
  private final boolean keepAlive;
  private String rawPath;
  private String path;
  private String query;
  private Body body;
  private long bodyBytes;
  private long bodyBytesMax;
  private Runnable onAbandoned = () -> {};
  private Runnable onWritable = () -> {};
  private boolean requestEnded;
  private boolean answered;
  private boolean answerEnded;

  Exchange(Connection connection, HttpRequest request) {
    this.connection = connection;
    this.request = request;
    this.keepAlive = HttpUtil.isKeepAlive(request);
  }

  HttpRequest request() {
    return request;
  }

  Channel channel() {
    return connection.channel();
  }

  void locate(String rawPath, String query) throws Problem {
    this.rawPath = rawPath;
    this.path = Query.decoded(rawPath, false);
    this.query = query;
  }

  /** As it came: an encoded slash does not divide it. */
  String rawPath() {
    return rawPath;
  }

  String path() {
    return path;
  }

  String query() {
    return query;
  }

  boolean isHead() {
    return HttpMethod.HEAD.equals(request.method());
  }

  void text(String text) {
    answer(HttpResponseStatus.OK, TEXT, text.getBytes(StandardCharsets.UTF_8));
  }

  void text(byte[] text) {
    answer(HttpResponseStatus.OK, TEXT, text);
  }

  void json(String json) {
    answer(HttpResponseStatus.OK, JSON, json.getBytes(StandardCharsets.UTF_8));
  }

  void created(String location, String json) {
    byte[] content = json.getBytes(StandardCharsets.UTF_8);
    answer(HttpResponseStatus.CREATED, JSON, content, "Location", location);
  }

  void noContent() {
    HttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.NO_CONTENT,
            Unpooled.EMPTY_BUFFER,
            HEADERS,
            HEADERS);
    begin(response.headers());
    connection.write(response);
    end();
  }

  void html(HttpResponseStatus status, String html, CharSequence... headers) {
    answer(status, HTML, html.getBytes(StandardCharsets.UTF_8), headers);
  }

  void problem(Problem problem) {
    answer(problem.status(), PROBLEM, problem.json(), problem.headers());
  }

  void answer(
      HttpResponseStatus status, CharSequence type, byte[] content, CharSequence... headers) {
    HttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(content), HEADERS, HEADERS);
    response.headers().set(CONTENT_TYPE, type).setInt(CONTENT_LENGTH, content.length);
    for (int i = 0; i < headers.length; i += 2) {
      response.headers().set(headers[i], headers[i + 1]);
    }
    begin(response.headers());
    connection.write(response);
    end();
  }

  /** Begins an answer of unknown length; {@link #write} and {@link #end} give the rest. */
  void begin(CharSequence type) {
    HttpResponse response =
        new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, HEADERS);
    response.headers().set(CONTENT_TYPE, type);
    if (request.protocolVersion().isKeepAliveDefault()) {
      HttpUtil.setTransferEncodingChunked(response, true);
    } else {
      connection.closeAfterAnswer();
    }
    begin(response.headers());
    connection.write(response);
  }

  void write(HttpContent content) {
    connection.write(content);
  }

  void endStreamed() {
    connection.write(LastHttpContent.EMPTY_LAST_CONTENT);
    end();
  }

  /** Runs a step at once, on the event loop, unless the client has gone. */
  void now(Step step) {
    connection.runIfCurrent(this, step);
  }

  /** Runs a step on the event loop, unless the client has gone. */
  void later(Step step) {
    channel().eventLoop().execute(() -> connection.runIfCurrent(this, step));
  }

  void onAbandoned(Runnable action) {
    onAbandoned = action;
  }

  void onWritable(Runnable action) {
    onWritable = action;
  }

  /** Leaves HTTP: the connection goes on as a WebSocket. */
  void leaveHttp() {
    connection.release();
  }

  /** Reads the body, at most so many bytes: 413 for a longer one, announced or not. */
  void receive(long bytesMax, Body reader) throws Problem {
    if (HttpUtil.getContentLength(request, 0L) > bytesMax) {
      throw Problem.tooLarge(bytesMax);
    }
    bodyBytesMax = bytesMax;
    body = reader;
    if (HttpUtil.is100ContinueExpected(request)) {
      connection.write(
          new DefaultFullHttpResponse(
              HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER));
    }
  }

  /** Takes the next part of the request; without a reader it is passed over. */
  void content(HttpContent content) throws Exception {
    requestEnded = content instanceof LastHttpContent;
    if (body == null) {
      return;
    }
    bodyBytes += content.content().readableBytes();
    if (bodyBytes > bodyBytesMax) {
      throw Problem.tooLarge(bodyBytesMax);
    }
    if (content.content().isReadable()) {
      body.part(content.content());
    }
    if (requestEnded) {
      Body whole = body;
      body = null;
      whole.end();
    }
  }

  void fail(Throwable failure) {
    abandonBody();
    if (failure instanceof Problem problem && !answered) {
      problem(problem);
      return;
    }
    System.err.println("yardstick: " + request.method() + " " + path + ": " + failure);
    if (answered) {
      channel().close();
      return;
    }
    problem(
        new Problem(
            HttpResponseStatus.INTERNAL_SERVER_ERROR, "The server could not do what was asked."));
  }

  void abandon() {
    abandonBody();
    onAbandoned.run();
  }

  void becameWritable() {
    onWritable.run();
  }

  boolean isOver() {
    return requestEnded && answerEnded;
  }

  boolean isAnswered() {
    return answerEnded;
  }

  private void begin(HttpHeaders headers) {
    answered = true;
    if (!connection.isClosing() && mustClose()) {
      connection.closeAfterAnswer();
    }
    if (connection.isClosing()) {
      headers.set(CONNECTION, CLOSE);
    } else if (!request.protocolVersion().isKeepAliveDefault()) {
      headers.set(CONNECTION, KEEP_ALIVE);
    }
  }

  private boolean mustClose() {
    // A client that waits for 100 and gets an answer instead may or may not send its body.
    boolean bodyIsUncertain = !requestEnded && HttpUtil.is100ContinueExpected(request);
    boolean tooMuch = !requestEnded && HttpUtil.getContentLength(request, 0L) > Upload.BYTES_MAX;
    return !keepAlive || bodyIsUncertain || tooMuch || bodyBytes > bodyBytesMax;
  }

  private void end() {
    answerEnded = true;
    connection.answered();
  }

  private void abandonBody() {
    if (body != null) {
      Body unread = body;
      body = null;
      unread.abandon();
    }
  }
}

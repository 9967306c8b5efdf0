// Which path does which work, and by which methods.
package dev.loadline.yardstick;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

final class Routes {
  private static final List<String> READ = List.of("GET", "HEAD");

  private final Fibonacci fibonacci = new Fibonacci();
  private final Upload upload = new Upload();
  private final Todos todos = new Todos();
  private final Streams streams = new Streams();
  private final Cache cache = new Cache();
  private final Records records = new Records();
  private final Messages messages = new Messages();
  private final byte[] script = script();

  void handle(Exchange exchange) throws Problem {
    locate(exchange);
    String path = exchange.path();
    switch (path) {
      case "/hello" -> {
        allow(exchange, READ);
        exchange.text("Hello World!");
      }
      case "/hash" -> {
        allow(exchange, READ);
        Hash.answer(exchange);
      }
      case "/fibonacci" -> {
        allow(exchange, READ);
        fibonacci.answer(exchange);
      }
      case "/upload" -> {
        allow(exchange, List.of("PUT"));
        upload.answer(exchange);
      }
      case "/" -> {
        allow(exchange, READ);
        todos.page(exchange);
      }
      case "/todos" -> {
        allow(exchange, List.of("GET", "HEAD", "POST"));
        todos.collection(exchange);
      }
      case "/echo" -> {
        allow(exchange, READ);
        Echo.answer(exchange);
      }
      case "/stream" -> {
        allow(exchange, READ);
        streams.answer(exchange);
      }
      case "/records" -> {
        allow(exchange, List.of("POST"));
        records.post(exchange);
      }
      case "/messages" -> {
        allow(exchange, List.of("POST"));
        messages.post(exchange);
      }
      case "/htmx.min.js" -> {
        allow(exchange, READ);
        exchange.answer(HttpResponseStatus.OK, "text/javascript; charset=utf-8", script);
      }
      case "/health" -> {
        allow(exchange, READ);
        exchange.json("{\"status\":\"up\"}");
      }
      default -> handleWithId(exchange);
    }
  }

  void close() {
    upload.close();
  }

  private void handleWithId(Exchange exchange) throws Problem {
    String[] segments = exchange.rawPath().split("/", -1);
    for (int i = 0; i < segments.length; i++) {
      segments[i] = Query.decoded(segments[i], false);
    }
    if (segments.length == 3 && !segments[2].isEmpty()) {
      handleItem(exchange, segments[1], segments[2]);
    } else if (segments.length == 4
        && segments[1].equals("stream")
        && !segments[2].isEmpty()
        && segments[3].equals("signals")) {
      allow(exchange, READ);
      streams.signals(exchange, segments[2]);
    } else {
      throw unknown();
    }
  }

  private void handleItem(Exchange exchange, String collection, String id) throws Problem {
    switch (collection) {
      case "todos" -> {
        allow(exchange, List.of("DELETE", "GET", "HEAD", "PUT"));
        todos.item(exchange, id);
      }
      case "cache" -> {
        allow(exchange, List.of("GET", "HEAD", "PUT"));
        cache.answer(exchange, id);
      }
      case "records" -> {
        allow(exchange, READ);
        records.get(exchange, id);
      }
      case "messages" -> {
        allow(exchange, READ);
        messages.get(exchange, id);
      }
      default -> throw unknown();
    }
  }

  private static Problem unknown() {
    return Problem.notFound("There is nothing under this path.");
  }

  private static void locate(Exchange exchange) throws Problem {
    String uri = exchange.request().uri();
    if (!uri.startsWith("/") && uri.contains("://")) {
      int path = uri.indexOf('/', uri.indexOf("://") + 3);
      uri = path < 0 ? "/" : uri.substring(path);
    }
    int mark = uri.indexOf('?');
    String path = mark < 0 ? uri : uri.substring(0, mark);
    exchange.locate(path, mark < 0 ? "" : uri.substring(mark + 1));
  }

  private static void allow(Exchange exchange, List<String> methods) throws Problem {
    if (!methods.contains(exchange.request().method().name())) {
      String allowed = String.join(", ", methods);
      throw new Problem(
          HttpResponseStatus.METHOD_NOT_ALLOWED,
          "This path allows " + allowed + ".",
          "Allow",
          allowed);
    }
  }

  private static byte[] script() {
    try (InputStream script =
        Routes.class.getResourceAsStream(
            "/META-INF/resources/webjars/htmx.org/2.0.4/dist/htmx.min.js")) {
      return script.readAllBytes();
    } catch (IOException e) {
      throw new IllegalStateException("The jar holds no htmx.min.js: build it again.", e);
    }
  }
}

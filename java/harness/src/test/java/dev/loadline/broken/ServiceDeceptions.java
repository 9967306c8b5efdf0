// The faults of servers that stand before a backing service, and how each must be caught.
package dev.loadline.broken;

import dev.loadline.broken.Deception.Catch;
import dev.loadline.broken.faults.AsksBeforeValidating;
import dev.loadline.broken.faults.CacheInMemory;
import dev.loadline.broken.faults.CacheRemembers;
import dev.loadline.broken.faults.ConnectionsAbandoned;
import dev.loadline.broken.faults.ConnectionsLeaked;
import dev.loadline.broken.faults.ConnectionsUnbounded;
import dev.loadline.broken.faults.DiesWithService;
import dev.loadline.broken.faults.ExitsWithoutService;
import dev.loadline.broken.faults.HalfPairs;
import dev.loadline.broken.faults.JsonNotUtf8;
import dev.loadline.broken.faults.JsonTrailing;
import dev.loadline.broken.faults.NeverRecovers;
import dev.loadline.broken.faults.RecordLost;
import dev.loadline.broken.faults.RecordsInMemory;
import dev.loadline.broken.faults.RecordsMixedUp;
import dev.loadline.broken.faults.ServiceAs500;
import dev.loadline.broken.faults.SqlInterpolated;
import dev.loadline.broken.faults.TextCut;
import dev.loadline.broken.faults.TextTrimmed;
import dev.loadline.broken.faults.TimeInMicroseconds;
import dev.loadline.broken.faults.TimeWithOffset;
import dev.loadline.broken.faults.WaitsForEver;
import java.util.List;
import java.util.stream.Stream;

final class ServiceDeceptions {
  private ServiceDeceptions() {}

  /** Those that keep the suite waiting come first. */
  static Stream<Deception> all() {
    return Stream.of(away(), connections(), answers(), texts()).flatMap(stream -> stream);
  }

  private static Stream<Deception> away() {
    return Stream.of(
        new Deception(
            "waiting for ever for a silent service",
            WaitsForEver.class,
            List.of("cache.put-get", "cache.service-down", "cache.service-silent"),
            List.of(
                new Catch(
                    "cache.service-silent",
                    "an answer within 5000 ms",
                    "no answer within 10000 ms"))),
        new Deception(
            "a connection that is never opened again",
            NeverRecovers.class,
            List.of("cache.put-get", "cache.service-down", "cache.service-back"),
            List.of(
                new Catch("cache.service-down", "status 204", "status 503"),
                new Catch("cache.service-back", "status 204", "status 503"))),
        new Deception(
            "death of a service's absence",
            DiesWithService.class,
            List.of("cache.put-get", "cache.service-down"),
            List.of(new Catch("cache.service-down", "an answer within 5000 ms", "Connection"))),
        new Deception(
            "a server that does not start without its service",
            ExitsWithoutService.class,
            List.of("cache.put-get", "cache.service-down", "cache.service-down-at-start"),
            List.of(
                new Catch(
                    "cache.service-down-at-start",
                    "a server that starts again",
                    "java/exits-without-service ended before it was ready"))),
        new Deception(
            "500 in place of 503",
            ServiceAs500.class,
            List.of("messages.post-get", "messages.service-down", "messages.service-silent"),
            List.of(
                new Catch("messages.service-down", "status 503", "status 500"),
                new Catch("messages.service-silent", "status 503", "status 500"))),
        new Deception(
            "validation after the service was asked",
            AsksBeforeValidating.class,
            List.of("records.text-empty", "records.service-down"),
            List.of(new Catch("records.service-down", "status 400", "status 503"))));
  }

  private static Stream<Deception> connections() {
    return Stream.of(
        new Deception(
            "connections that clients who left take with them",
            ConnectionsAbandoned.class,
            List.of("records.post-get", "records.service-down", "records.connections-abandoned"),
            List.of(new Catch("records.connections-abandoned", "status 201", "status 503"))),
        new Deception(
            "connections that a missing record keeps",
            ConnectionsLeaked.class,
            List.of("records.get-missing", "records.get-missing-many"),
            List.of(new Catch("records.get-missing-many", "status 404", "status 503"))),
        new Deception(
            "connections without bound",
            ConnectionsUnbounded.class,
            List.of("cache.put-get", "cache.connections-bounded"),
            List.of(
                new Catch(
                    "cache.connections-bounded",
                    "connections to the service since the case began at most 64",
                    "connections to the service since the case began "))));
  }

  private static Stream<Deception> answers() {
    return Stream.of(
        new Deception(
            "a cache in the server's own memory",
            CacheInMemory.class,
            List.of("cache.put-get", "cache.get-missing", "cache.concurrent", "cache.restart"),
            List.of(new Catch("cache.restart", "status 200", "status 404"))),
        new Deception(
            "a cache that remembers what it has put",
            CacheRemembers.class,
            List.of("cache.restart", "cache.service-down", "cache.service-down-known"),
            List.of(new Catch("cache.service-down-known", "status 503", "status 200"))),
        new Deception(
            "records in the server's own memory",
            RecordsInMemory.class,
            List.of("records.post-get", "records.concurrent", "records.restart"),
            List.of(new Catch("records.restart", "status 200", "status 404"))),
        new Deception(
            "a record lost of twenty",
            RecordLost.class,
            List.of("records.post-get", "records.two", "records.concurrent"),
            List.of(new Catch("records.concurrent", "status 200", "status 404"))),
        new Deception(
            "concurrent records mixed up",
            RecordsMixedUp.class,
            List.of("records.post-get", "records.two", "records.concurrent"),
            List.of(new Catch("records.concurrent", "body /name \"of ", "body /name \"of "))),
        new Deception(
            "statements put together from text",
            SqlInterpolated.class,
            List.of(
                "records.post-get",
                "records.text-backslash",
                "records.text-injection",
                "records.text-injection-quote"),
            List.of(
                new Catch("records.text-backslash", "body /name ", "body /name "),
                new Catch("records.text-injection", "status 201", "status 503"),
                new Catch("records.text-injection-quote", "status 201", "status 503"))));
  }

  private static Stream<Deception> texts() {
    return Stream.of(
        new Deception(
            "bytes that are not UTF-8 taken for text",
            JsonNotUtf8.class,
            List.of("records.text-non-bmp", "records.json-not-utf8"),
            List.of(new Catch("records.json-not-utf8", "status 400", "status 201"))),
        new Deception(
            "JSON with something after it",
            JsonTrailing.class,
            List.of("records.json-cut", "records.json-trailing"),
            List.of(new Catch("records.json-trailing", "status 400", "status 201"))),
        new Deception(
            "half of a surrogate pair taken for a character",
            HalfPairs.class,
            List.of("records.text-escaped-pair", "records.text-lone-surrogate"),
            List.of(new Catch("records.text-lone-surrogate", "status 400", "status 201"))),
        new Deception(
            "names cut at 255 UTF-16 code units",
            TextCut.class,
            List.of("records.text-255", "records.text-255-non-bmp", "records.text-256-non-bmp"),
            List.of(new Catch("records.text-255-non-bmp", "body /name ", "body /name "))),
        new Deception(
            "names without the white space around them",
            TextTrimmed.class,
            List.of("records.post-get", "records.text-white-space"),
            List.of(new Catch("records.text-white-space", "body /name \" ", "body /name \""))),
        new Deception(
            "times to the microsecond",
            TimeInMicroseconds.class,
            List.of("messages.post-get", "messages.created-at", "messages.two"),
            List.of(
                new Catch("messages.post-get", "\\.\\d{3}Z", "000Z"),
                new Catch("messages.created-at", "\\.\\d{3}Z", "000Z"))),
        new Deception(
            "times with an offset",
            TimeWithOffset.class,
            List.of("messages.post-get", "messages.created-at", "messages.two"),
            List.of(
                new Catch("messages.post-get", "\\.\\d{3}Z", "+0000"),
                new Catch("messages.created-at", "\\.\\d{3}Z", "+0000"))));
  }
}

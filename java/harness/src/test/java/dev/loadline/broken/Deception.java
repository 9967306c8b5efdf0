// The faults that the suite is deceived with, and how each must be caught.
package dev.loadline.broken;

import dev.loadline.broken.faults.DiesInTheMiddle;
import dev.loadline.broken.faults.EchoAsText;
import dev.loadline.broken.faults.EchoClosesWith1000;
import dev.loadline.broken.faults.EchoSwallowsFragments;
import dev.loadline.broken.faults.EchoWithoutWaiting;
import dev.loadline.broken.faults.ExitsWith1;
import dev.loadline.broken.faults.FibonacciOnEventLoop;
import dev.loadline.broken.faults.FibonacciShifted;
import dev.loadline.broken.faults.FrameworkBanner;
import dev.loadline.broken.faults.HangsOnEmptyHash;
import dev.loadline.broken.faults.HashOfCodePoints;
import dev.loadline.broken.faults.HtmlUnescaped;
import dev.loadline.broken.faults.IgnoresSigterm;
import dev.loadline.broken.faults.LeavesFiles;
import dev.loadline.broken.faults.Md5OfFirstChunk;
import dev.loadline.broken.faults.NoAllow;
import dev.loadline.broken.faults.OkToEverything;
import dev.loadline.broken.faults.StackTrace;
import dev.loadline.broken.faults.StreamDropsAfterPause;
import dev.loadline.broken.faults.StreamHeldInMemory;
import dev.loadline.broken.faults.StreamOutlivesConsumer;
import dev.loadline.broken.faults.StreamWithoutWaiting;
import dev.loadline.broken.faults.TextAsHtml;
import dev.loadline.broken.faults.UploadInMemory;
import dev.loadline.broken.faults.UploadLeftWhenAborted;
import dev.loadline.broken.faults.UploadsShareAFile;
import dev.loadline.broken.honest.HonestServer;
import dev.loadline.contracts.Case;
import dev.loadline.services.ServiceName;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * @param fault as a sentence begins that ends with "is caught by …"
 * @param runs case ids, and workloads, which stand for their quick cases
 * @param caught the cases that must fail, and no other
 */
record Deception(
    String fault, Class<? extends HonestServer> server, List<String> runs, List<Catch> caught) {

  /**
   * @param expected a part of what its message says was expected; empty where it is an answer
   * @param actual a part of what its message says came instead
   */
  record Catch(String caseId, String expected, String actual) {}

  static Stream<Deception> all() {
    return Stream.concat(ofServersAlone(), ServiceDeceptions.all());
  }

  /** Those that keep the suite waiting come first. */
  private static Stream<Deception> ofServersAlone() {
    return Stream.of(
        new Deception(
            "fibonacci that stalls everything else",
            FibonacciOnEventLoop.class,
            List.of("fibonacci", "fibonacci.no-stall"),
            List.of(new Catch("fibonacci.no-stall", "", "no answer within 5000 ms"))),
        new Deception(
            "hanging on one request",
            HangsOnEmptyHash.class,
            List.of("hash"),
            List.of(new Catch("hash.empty", "", "no answer within 10000 ms"))),
        new Deception(
            "deafness to SIGTERM",
            IgnoresSigterm.class,
            List.of("process.health", "process.stop"),
            List.of(
                new Catch("process.stop", "exit code 0", "did not end within 6000 ms of SIGTERM"))),
        new Deception(
            "a file left by an aborted upload",
            UploadLeftWhenAborted.class,
            List.of("upload.text", "upload.file-in-flight", "upload.aborted"),
            List.of(
                new Catch("upload.aborted", "temporary files since the case began 0", "began 1"))),
        new Deception(
            "one file for all uploads",
            UploadsShareAFile.class,
            List.of("upload.text", "upload.file-in-flight", "upload.interleaved"),
            List.of(
                new Catch(
                    "upload.interleaved", "temporary files since the case began 2", "began 1"))),
        new Deception(
            "hash wrong for text beyond the BMP",
            HashOfCodePoints.class,
            List.of("hash"),
            List.of(
                new Catch("hash.non-bmp", "\"1772899\"", "\"128512\""),
                new Catch("hash.mixed", "\"1793370784\"", "\"126423067\""))),
        new Deception(
            "F shifted by one index",
            FibonacciShifted.class,
            List.of("fibonacci"),
            List.of(
                new Catch("fibonacci.n-0", "\"0\"", "\"1\""),
                new Catch("fibonacci.n-2", "\"1\"", "\"2\""),
                new Catch("fibonacci.n-10", "\"55\"", "\"89\""),
                new Catch("fibonacci.n-20", "\"6765\"", "\"10946\""),
                new Catch("fibonacci.n-30", "\"832040\"", "\"1346269\""))),
        new Deception(
            "MD5 of the first chunk only",
            Md5OfFirstChunk.class,
            List.of("upload.text", "upload.empty", "upload.mebibyte", "upload.chunked-small"),
            List.of(
                new Catch(
                    "upload.mebibyte",
                    "body /md5 \"b6d81b360a5672d80c27430f39153e2c\"",
                    "body /md5 \""),
                new Catch(
                    "upload.chunked-small",
                    "body /md5 \"ed076287532e86365e841e92bfc50d8c\"",
                    "body /md5 \""))),
        new Deception(
            "a body held in memory",
            UploadInMemory.class,
            List.of("upload.text", "upload.file-in-flight", "upload.memory"),
            List.of(new Catch("upload.memory", "at most 64 MiB", "growth of resident memory"))),
        new Deception(
            "unescaped HTML",
            HtmlUnescaped.class,
            List.of("todos"),
            List.of(
                new Catch(
                    "todos.escape-html", "body without \"<script>alert\"", "<h2><script>alert("))),
        new Deception(
            "binary that comes back as text",
            EchoAsText.class,
            List.of(
                "echo.text", "echo.binary", "echo.binary-of-text", "echo.fragments", "echo.ping"),
            List.of(
                new Catch("echo.binary", "binary", "text"),
                new Catch(
                    "echo.binary-of-text", "binary \"Hello World!\"", "text \"Hello World!\""))),
        new Deception(
            "an echo that reads without end",
            EchoWithoutWaiting.class,
            List.of("echo", "echo.unread"),
            List.of(new Catch("echo.unread", "at most 64 MiB", "200.0 MiB"))),
        new Deception(
            "swallowed fragments",
            EchoSwallowsFragments.class,
            List.of("echo"),
            List.of(
                new Catch("echo.fragments", "text \"Hello World!\"", "text \"Hel\""),
                new Catch("echo.fragments-binary", "binary 3 bytes 00ff80", "binary 2 bytes 00ff"),
                new Catch("echo.fragments-empty", "text \"duck\"", "text \"\""),
                new Catch("echo.fragments-within-letter", "text \"é\"", "close 1007"),
                new Catch("echo.fragments-slow", "text \"Hello World!\"", "text \"Hello \""))),
        new Deception(
            "a wrong close code",
            EchoClosesWith1000.class,
            List.of(
                "echo.text",
                "echo.too-large-text",
                "echo.close",
                "echo.close-away",
                "echo.not-utf8",
                "echo.unmasked"),
            List.of(
                new Catch("echo.too-large-text", "close 1009", "close 1000"),
                new Catch("echo.close-away", "close 1001", "close 1000"),
                new Catch("echo.not-utf8", "close 1007", "close 1000"),
                new Catch("echo.unmasked", "close 1002", "close 1000"))),
        new Deception(
            "a stream that ignores backpressure",
            StreamWithoutWaiting.class,
            List.of("stream.items", "stream.paused"),
            List.of(new Catch("stream.paused", "state paused", "flowing"))),
        new Deception(
            "a stream held in memory",
            StreamHeldInMemory.class,
            List.of("stream.items", "stream.paused"),
            List.of(new Catch("stream.paused", "at most 64 MiB", "growth of resident memory"))),
        new Deception(
            "an item lost after a pause",
            StreamDropsAfterPause.class,
            List.of("stream.items", "stream.paused-again"),
            List.of(
                new Catch(
                    "stream.paused-again", "a line that starts with {\"seq\":", "{\\\"seq\\\":"))),
        new Deception(
            "a stream that outlives its consumer",
            StreamOutlivesConsumer.class,
            List.of("stream.items", "stream.vanished-paused"),
            List.of(new Catch("stream.vanished-paused", "state cancelled", "flowing"))),
        new Deception(
            "exit code 1",
            ExitsWith1.class,
            List.of("process.health", "process.stop"),
            List.of(new Catch("process.stop", "exit code 0", "exit code 1"))),
        new Deception(
            "a file left at exit",
            LeavesFiles.class,
            List.of("process.health", "process.stop"),
            List.of(new Catch("process.stop", "nothing", "temporary file native-library-"))),
        new Deception(
            "200 to everything",
            OkToEverything.class,
            List.of(
                "process.health",
                "process.unknown-path",
                "hello.get",
                "hash.missing",
                "upload.text"),
            List.of(
                new Catch("process.unknown-path", "status 404", "status 200"),
                new Catch(
                    "hello.get", "body \"Hello World!\"", "body \"{\\\"status\\\":\\\"up\\\"}\""),
                new Catch("hash.missing", "status 400", "status 200"),
                new Catch("upload.text", "body /bytes 12", "body /status \"up\""))),
        new Deception(
            "death in the middle",
            DiesInTheMiddle.class,
            List.of("fibonacci"),
            List.of(new Catch("fibonacci.n-2", "", "Connection"))),
        new Deception(
            "a stack trace in a 500",
            StackTrace.class,
            List.of("upload.text", "upload.handler-fails", "process.unknown-path"),
            List.of(new Catch("upload.handler-fails", "body without \"Exception\"", "NoSuchFile"))),
        new Deception(
            "text called HTML",
            TextAsHtml.class,
            List.of("hello.get", "hello.wrong-method", "process.health"),
            List.of(
                new Catch("hello.get", "text/plain; charset=utf-8", "text/html; charset=utf-8"))),
        new Deception(
            "a framework's banner",
            FrameworkBanner.class,
            List.of("hello.get", "process.unknown-path"),
            List.of(
                new Catch("hello.get", "header x-powered-by absent", "\"Express\""),
                new Catch("process.unknown-path", "header x-powered-by absent", "\"Express\""))),
        new Deception(
            "405 without Allow",
            NoAllow.class,
            List.of("hello"),
            List.of(
                new Catch(
                    "hello.wrong-method", "header allow the list GET, HEAD", "header allow absent"),
                new Catch(
                    "hello.wrong-method-body",
                    "header allow the list GET, HEAD",
                    "header allow absent"))));
  }

  /** In the order of the contracts. */
  List<Case> cases() {
    return TestServers.CONTRACTS.contracts().stream()
        .flatMap(contract -> contract.cases().stream())
        .filter(this::runs)
        .toList();
  }

  /** What its cases need. */
  List<ServiceName> services() {
    return cases().stream().flatMap(each -> each.service().stream()).distinct().toList();
  }

  private boolean runs(Case each) {
    String workload = each.id().substring(0, each.id().indexOf('.'));
    boolean quick =
        !each.ownServer() && !each.node().has("memory") && !each.node().has("timeoutMillis");
    return runs.contains(each.id()) || quick && runs.contains(workload);
  }

  @Override
  public String toString() {
    return fault
        + " is caught by "
        + caught.stream().map(Catch::caseId).collect(Collectors.joining(", "));
  }
}

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
import dev.loadline.broken.faults.StreamOutlivesConsumer;
import dev.loadline.broken.faults.StreamWithoutWaiting;
import dev.loadline.broken.faults.TextAsHtml;
import dev.loadline.broken.faults.UploadInMemory;
import dev.loadline.broken.faults.UploadLeftWhenAborted;
import dev.loadline.broken.faults.UploadsShareAFile;
import dev.loadline.broken.honest.HonestServer;
import java.util.stream.Stream;

/**
 * @param fault as a sentence begins that ends with "is caught by …"
 * @param caseId the case that must fail
 * @param expected a part of what its message says was expected; empty where it is an answer
 * @param actual a part of what its message says came instead
 */
record Deception(
    String fault,
    Class<? extends HonestServer> server,
    String caseId,
    String expected,
    String actual) {

  static Stream<Deception> all() {
    return Stream.of(
        new Deception(
            "fibonacci that stalls everything else",
            FibonacciOnEventLoop.class,
            "fibonacci.no-stall",
            "",
            "no answer within 5000 ms"),
        new Deception(
            "hanging on one request",
            HangsOnEmptyHash.class,
            "hash.empty",
            "",
            "no answer within 10000 ms"),
        new Deception(
            "deafness to SIGTERM",
            IgnoresSigterm.class,
            "process.stop",
            "exit code 0",
            "did not end within 6000 ms"),
        new Deception(
            "a file left by an aborted upload",
            UploadLeftWhenAborted.class,
            "upload.aborted",
            "temporary files",
            "1"),
        new Deception(
            "one file for all uploads",
            UploadsShareAFile.class,
            "upload.interleaved",
            "temporary files",
            "1"),
        new Deception(
            "hash wrong for text beyond the BMP",
            HashOfCodePoints.class,
            "hash.non-bmp",
            "1772899",
            "128512"),
        new Deception(
            "F shifted by one index", FibonacciShifted.class, "fibonacci.n-0", "\"0\"", "\"1\""),
        new Deception(
            "MD5 of the first chunk only",
            Md5OfFirstChunk.class,
            "upload.mebibyte",
            "b6d81b360a5672d80c27430f39153e2c",
            "1048576"),
        new Deception(
            "a body held in memory", UploadInMemory.class, "upload.memory", "64 MiB", "MiB"),
        new Deception(
            "unescaped HTML",
            HtmlUnescaped.class,
            "todos.escape-html",
            "<script>alert",
            "<script>"),
        new Deception(
            "binary that comes back as text",
            EchoAsText.class,
            "echo.binary-of-text",
            "binary",
            "text"),
        new Deception(
            "swallowed fragments",
            EchoSwallowsFragments.class,
            "echo.fragments",
            "Hello World!",
            "\"Hel\""),
        new Deception(
            "a wrong close code", EchoClosesWith1000.class, "echo.too-large-text", "1009", "1000"),
        new Deception(
            "an echo that reads without end", EchoWithoutWaiting.class, "echo.unread", "64", "200"),
        new Deception(
            "a stream that ignores backpressure",
            StreamWithoutWaiting.class,
            "stream.paused",
            "64 MiB",
            "MiB"),
        new Deception(
            "an item lost after a pause",
            StreamDropsAfterPause.class,
            "stream.paused-again",
            "{\"seq\":",
            "{\\\"seq\\\":"),
        new Deception(
            "a stream that outlives its consumer",
            StreamOutlivesConsumer.class,
            "stream.vanished-paused",
            "cancelled",
            "flowing"),
        new Deception(
            "exit code 1", ExitsWith1.class, "process.stop", "exit code 0", "exit code 1"),
        new Deception(
            "a file left at exit", LeavesFiles.class, "process.stop", "nothing", "native-library-"),
        new Deception(
            "200 to everything", OkToEverything.class, "process.unknown-path", "404", "200"),
        new Deception(
            "a stack trace in a 500",
            StackTrace.class,
            "upload.handler-fails",
            "Exception",
            "NoSuchFile"),
        new Deception("text called HTML", TextAsHtml.class, "hello.get", "text/plain", "text/html"),
        new Deception(
            "a framework's banner", FrameworkBanner.class, "hello.get", "x-powered-by", "Express"),
        new Deception("405 without Allow", NoAllow.class, "hello.wrong-method", "allow", "absent"),
        new Deception(
            "death in the middle", DiesInTheMiddle.class, "fibonacci.n-2", "", "Connection"));
  }

  @Override
  public String toString() {
    return fault + " is caught by " + caseId;
  }
}

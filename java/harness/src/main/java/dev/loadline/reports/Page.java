// Makes report.html of a report: the one page of report-page/ with everything in it, the data too.
package dev.loadline.reports;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

public final class Page {
  private static final String SIDE = "Maven";
  private static final String PLOT = "/META-INF/resources/webjars/uplot/1.6.30/dist/";

  /** A text, which stays as it is, or the white space between values. */
  private static final Pattern TEXT_OR_SPACE =
      Pattern.compile("(\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\")|\\s+");

  private static final Pattern IMPORT = Pattern.compile("(?m)^import [^;]*;\n");
  private static final Pattern EXPORT = Pattern.compile("(?m)^export ");
  private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");

  private Page() {}

  /** Where the page of a report lies: beside it. */
  static Path fileOf(Path reportFile) {
    String name = reportFile.getFileName().toString().replaceFirst("\\.[^.]*$", "");
    return reportFile.resolveSibling(name + ".html");
  }

  /**
   * @param reportFile a report.json that is valid
   */
  public static void write(Path reportFile) throws IOException {
    Files.writeString(fileOf(reportFile), of(reportFile));
  }

  static String of(Path reportFile) throws IOException {
    String plot = resource(PLOT + "uPlot.iife.min.js");
    String code = modules();
    Map<String, String> parts =
        Map.of(
            "side",
            SIDE,
            "styles",
            resource(PLOT + "uPlot.min.css") + "\n" + resource("page/styles.css"),
            "data",
            "{\"own\":" + data(reportFile) + ",\"beside\":null}",
            "plot",
            plot,
            "code",
            code,
            "scripts",
            hash(plot) + " " + hash(code));
    String shell = resource("page/page.html") + "\n";
    return PLACE
        .matcher(shell)
        .replaceAll(place -> Matcher.quoteReplacement(parts.get(place.group(1))));
  }

  /** The report's own text, so that no figure is written otherwise than it was. */
  private static String data(Path reportFile) throws IOException {
    String text = Files.readString(reportFile);
    String report = TEXT_OR_SPACE.matcher(text).replaceAll(Page::kept);
    JsonNode read = JsonMapper.shared().readTree(text);
    String series = PageSeries.of(read, PageBlocks.of(read, reportFile));
    return "{\"report\":%s,\"series\":%s}".formatted(report, series).replace("<", "\\u003c");
  }

  private static String kept(MatchResult part) {
    return part.group(1) == null ? "" : Matcher.quoteReplacement(part.group(1));
  }

  /** The page's modules as one: none of them shares a name with another. */
  private static String modules() throws IOException {
    StringBuilder all = new StringBuilder();
    for (JsonNode name : JsonMapper.shared().readTree(resource("page/modules.json"))) {
      String module = resource("page/src/" + name.asString()) + "\n";
      String plain = IMPORT.matcher(module).replaceAll("");
      all.append(EXPORT.matcher(plain).replaceAll("").strip()).append("\n\n");
    }
    return all.toString().strip();
  }

  /** By which the page allows a script to run, and no other. */
  private static String hash(String script) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] hash = digest.digest(script.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
    } catch (NoSuchAlgorithmException none) {
      throw new IllegalStateException("every Java has SHA-256", none);
    }
  }

  private static String resource(String name) throws IOException {
    try (InputStream stream = Page.class.getResourceAsStream(name)) {
      if (stream == null) {
        throw new FileNotFoundException("the jar lacks " + name);
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8).strip();
    }
  }
}

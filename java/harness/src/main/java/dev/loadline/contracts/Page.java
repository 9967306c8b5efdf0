// Brings HTML into a normal form in which two pages are equal when a browser would show them alike.
package dev.loadline.contracts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.DataNode;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.parser.Parser;

final class Page {
  /** What HTML counts as white space; a no-break space is none. */
  private static final String WHITE_SPACE = "[ \t\n\f\r]+";

  private static final Pattern DOCTYPE =
      Pattern.compile("^\\s*<!doctype", Pattern.CASE_INSENSITIVE);

  private Page() {}

  /**
   * @param html a page (it starts with {@code <!doctype}) or the content of a body
   * @return one line a node: {@code <tag name="value">} or {@code "text"}, two blanks a level
   */
  static List<String> normalForm(String html) {
    List<String> lines = new ArrayList<>();
    nodes(html).forEach(node -> addLines(node, 0, lines));
    return lines;
  }

  private static List<Node> nodes(String html) {
    return DOCTYPE.matcher(html).find()
        ? Parser.htmlParser().parseInput(html, "").childNodes()
        : Parser.parseFragment(html, Document.createShell("").body(), "");
  }

  private static void addLines(Node node, int level, List<String> lines) {
    String indent = "  ".repeat(level);
    if (node instanceof Element element) {
      lines.add(indent + "<" + element.tagName() + attributes(element) + ">");
      element.childNodes().forEach(child -> addLines(child, level + 1, lines));
    } else if (node instanceof TextNode text) {
      addText(text.getWholeText(), indent, lines);
    } else if (node instanceof DataNode data) {
      addText(data.getWholeData(), indent, lines);
    }
  }

  private static void addText(String whole, String indent, List<String> lines) {
    String text = whole.replaceAll(WHITE_SPACE, " ").replaceAll("^ | $", "");
    if (!text.isEmpty()) {
      lines.add(indent + '"' + text + '"');
    }
  }

  private static String attributes(Element element) {
    return StreamSupport.stream(element.attributes().spliterator(), false)
        .map(Page::shown)
        .sorted()
        .map(attribute -> " " + attribute)
        .collect(Collectors.joining());
  }

  private static String shown(Attribute attribute) {
    String value = attribute.getValue();
    if (attribute.getKey().equals("class")) {
      value =
          Arrays.stream(value.split(WHITE_SPACE))
              .filter(word -> !word.isEmpty())
              .sorted()
              .collect(Collectors.joining(" "));
    }
    return attribute.getKey() + "=\"" + value + '"';
  }
}

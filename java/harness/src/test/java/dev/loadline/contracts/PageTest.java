// The normal form of pages, as contracts/README.md says it.
package dev.loadline.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PageTest {
  @Test
  void sortsAttributesAndClassesAndDropsCommentsAndWhiteSpace() {
    assertThat(
            Page.normalForm(
                "<!-- a --> <DIV id=x class=' b\n a'>one \n two<b>  three </b>\t</DIV>\n"))
        .containsExactly("<div class=\"a b\" id=\"x\">", "  \"one two\"", "  <b>", "    \"three\"");
  }

  @Test
  void parsesAPageFromItsRoot() {
    assertThat(Page.normalForm("<!DOCTYPE html><title>t</title><p>a&amp;b<p hidden>&nbsp;"))
        .containsExactly(
            "<html>",
            "  <head>",
            "    <title>",
            "      \"t\"",
            "  <body>",
            "    <p>",
            "      \"a&b\"",
            "    <p hidden=\"\">",
            "      \"\u00a0\"");
  }

  @Test
  void parsesAFragmentAsTheContentOfABody() {
    assertThat(Page.normalForm("<tr><td>gone</td></tr><table><tr><td>1</table>"))
        .containsExactly(
            "\"gone\"", "<table>", "  <tbody>", "    <tr>", "      <td>", "        \"1\"");
  }

  @Test
  void looksIntoScriptsStylesAndTemplates() {
    assertThat(Page.normalForm("<script>if (a < b)  c()</script><template><p>x</template>"))
        .containsExactly("<script>", "  \"if (a < b) c()\"", "<template>", "  <p>", "    \"x\"");
  }
}

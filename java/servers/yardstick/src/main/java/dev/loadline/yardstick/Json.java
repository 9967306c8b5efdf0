// Reads the JSON of a request strictly (RFC 8259), and writes that of an answer.
package dev.loadline.yardstick;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

final class Json {
  static final int BODY_BYTES_MAX = 64 << 10;
  private static final int TEXT_CODE_POINTS_MAX = 255;
  private static final String MEDIA_TYPE = "application/json";
  private static final Pattern LITERAL =
      Pattern.compile("true|false|null|-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?");

  private final String json;
  private int at;

  private Json(String json) {
    this.json = json;
  }

  /** What takes the text that a request's object has under one name. */
  interface Reader {
    void read(String text) throws Problem;
  }

  /**
   * Reads the body of a request: an object that has under this name a text that is not blank, of at
   * most 255 code points. Everything else is a 400, another media type a 415.
   */
  static void receive(Exchange exchange, String name, Reader reader) throws Problem {
    String type = exchange.request().headers().get(HttpHeaderNames.CONTENT_TYPE);
    if (type == null
        || !type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals(MEDIA_TYPE)) {
      throw new Problem(
          HttpResponseStatus.UNSUPPORTED_MEDIA_TYPE, "The body must be " + MEDIA_TYPE + ".");
    }
    exchange.receive(
        BODY_BYTES_MAX, new WholeBody(body -> reader.read(checked(name, member(body, name)))));
  }

  /** The text that these bytes are in UTF-8. */
  static String decoded(byte[] bytes) throws Problem {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw Problem.badRequest("The body must be UTF-8.");
    }
  }

  static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ') {
        json.append(String.format("\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }

  /** The last text under this name, or null where there is none or something else. */
  private static String member(byte[] body, String name) throws Problem {
    return new Json(decoded(body)).member(name);
  }

  private static String checked(String name, String text) throws Problem {
    if (text == null) {
      throw Problem.badRequest("The member '" + name + "' must be there, and be a text.");
    }
    if (text.codePoints().allMatch(Todos::isBlank)) {
      throw Problem.badRequest("The " + name + " must not be blank.");
    }
    if (text.codePointCount(0, text.length()) > TEXT_CODE_POINTS_MAX) {
      throw Problem.badRequest(
          "The " + name + " may have at most " + TEXT_CODE_POINTS_MAX + " code points.");
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw Problem.badRequest("The " + name + " holds half of a surrogate pair.");
    }
    return text;
  }

  private String member(String name) throws Problem {
    String found = null;
    expect('{');
    if (!takes('}')) {
      do {
        boolean isWanted = string().equals(name);
        expect(':');
        boolean isText = isNext('"');
        String text = isWanted && isText ? string() : skipped();
        found = isWanted ? text : found;
      } while (takes(','));
      expect('}');
    }
    passBlanks();
    if (at < json.length()) {
      throw malformed();
    }
    return found;
  }

  /** Passes over a value of any depth, without recursion; null. */
  private String skipped() throws Problem {
    StringBuilder open = new StringBuilder();
    do {
      if (begins(open)) {
        continue;
      }
      while (!open.isEmpty() && !takes(',')) {
        expect(open.charAt(open.length() - 1));
        open.setLength(open.length() - 1);
      }
      if (!open.isEmpty() && open.charAt(open.length() - 1) == '}') {
        memberName();
      }
    } while (!open.isEmpty());
    return null;
  }

  /** Reads a scalar or an empty container; true when it has gone into a container instead. */
  private boolean begins(StringBuilder open) throws Problem {
    if (takes('{')) {
      if (takes('}')) {
        return false;
      }
      memberName();
      open.append('}');
      return true;
    }
    if (takes('[')) {
      if (takes(']')) {
        return false;
      }
      open.append(']');
      return true;
    }
    if (isNext('"')) {
      string();
    } else {
      literal();
    }
    return false;
  }

  private void memberName() throws Problem {
    string();
    expect(':');
  }

  private void literal() throws Problem {
    Matcher literal = LITERAL.matcher(json).region(at, json.length());
    if (!literal.lookingAt()) {
      throw malformed();
    }
    at = literal.end();
  }

  private String string() throws Problem {
    expect('"');
    StringBuilder text = new StringBuilder();
    for (char c; (c = next()) != '"'; ) {
      if (c < ' ') {
        throw malformed();
      }
      text.append(c == '\\' ? escaped() : c);
    }
    return text.toString();
  }

  private char escaped() throws Problem {
    char c = next();
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> (char) (hex() << 12 | hex() << 8 | hex() << 4 | hex());
      default -> throw malformed();
    };
  }

  private int hex() throws Problem {
    char c = next();
    int digit = c < 0x80 ? Character.digit(c, 16) : -1;
    if (digit < 0) {
      throw malformed();
    }
    return digit;
  }

  private char next() throws Problem {
    if (at == json.length()) {
      throw malformed();
    }
    return json.charAt(at++);
  }

  private void expect(char c) throws Problem {
    if (!takes(c)) {
      throw malformed();
    }
  }

  private boolean takes(char c) {
    boolean isNext = isNext(c);
    at += isNext ? 1 : 0;
    return isNext;
  }

  /** Whether this is the next character that is not blank. */
  private boolean isNext(char c) {
    passBlanks();
    return at < json.length() && json.charAt(at) == c;
  }

  private void passBlanks() {
    while (at < json.length() && " \t\r\n".indexOf(json.charAt(at)) >= 0) {
      at++;
    }
  }

  private static Problem malformed() {
    return Problem.badRequest("The body must be a JSON object and nothing else.");
  }
}

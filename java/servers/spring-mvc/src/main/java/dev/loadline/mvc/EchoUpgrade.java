// Makes Tomcat answer a close frame without a code by one without a code.
package dev.loadline.mvc;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.websocket.Extension;
import jakarta.websocket.server.ServerEndpointConfig;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.tomcat.websocket.MessagePart;
import org.apache.tomcat.websocket.Transformation;
import org.apache.tomcat.websocket.TransformationResult;
import org.apache.tomcat.websocket.server.WsHandshakeRequest;
import org.apache.tomcat.websocket.server.WsHttpUpgradeHandler;
import org.apache.tomcat.websocket.server.WsServerContainer;

/**
 * Tomcat takes a missing code for 1000 and answers that. A transformation, which sees every frame
 * in both directions, empties the answer. Tomcat makes an instance of this by its name, so it is
 * public.
 */
public final class EchoUpgrade extends WsHttpUpgradeHandler {
  private static final byte CLOSE = 8;

  /** The request, so that an upgrade of it is this one. */
  static HttpServletRequest of(HttpServletRequest request) {
    return new HttpServletRequestWrapper(request) {
      @Override
      public <T extends HttpUpgradeHandler> T upgrade(Class<T> handler)
          throws IOException, ServletException {
        return handler.cast(super.upgrade(EchoUpgrade.class));
      }
    };
  }

  @Override
  public void preInit(
      ServerEndpointConfig endpoint,
      WsServerContainer container,
      WsHandshakeRequest request,
      List<Extension> extensions,
      String protocol,
      Transformation transformation,
      Map<String, String> pathParameters,
      boolean secure) {
    super.preInit(
        endpoint,
        container,
        request,
        extensions,
        protocol,
        new CodelessClose(),
        pathParameters,
        secure);
  }

  /** Passes everything on, the answer to a close frame without a code aside. */
  private static final class CodelessClose implements Transformation {
    private Transformation next;
    private volatile boolean wasCodeless;

    @Override
    public void setNext(Transformation transformation) {
      next = transformation;
    }

    @Override
    public TransformationResult getMoreData(
        byte opCode, boolean last, int reserved, ByteBuffer data) throws IOException {
      TransformationResult result = next.getMoreData(opCode, last, reserved, data);
      wasCodeless =
          opCode == CLOSE && result == TransformationResult.END_OF_FRAME && data.position() == 0;
      return result;
    }

    @Override
    public List<MessagePart> sendMessagePart(List<MessagePart> parts) throws IOException {
      for (MessagePart part : parts) {
        if (wasCodeless && part.getOpCode() == CLOSE) {
          part.getPayload().limit(part.getPayload().position());
        }
      }
      return next.sendMessagePart(parts);
    }

    @Override
    public boolean validateRsv(int reserved, byte opCode) {
      return next.validateRsv(reserved, opCode);
    }

    @Override
    public boolean validateRsvBits(int reserved) {
      return next == null || next.validateRsvBits(reserved);
    }

    @Override
    public Extension getExtensionResponse() {
      return null;
    }

    @Override
    public void close() {
      next.close();
    }
  }
}

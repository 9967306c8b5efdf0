// Reads chunked bodies as Grizzly does, and passes over chunk extensions, which Grizzly refuses.
package dev.loadline.grizzly

import groovy.transform.CompileStatic
import org.glassfish.grizzly.Buffer
import org.glassfish.grizzly.filterchain.FilterChainContext
import org.glassfish.grizzly.http.ChunkedTransferEncoding
import org.glassfish.grizzly.http.HttpBrokenContentException
import org.glassfish.grizzly.http.HttpCodecFilter.ContentParsingState
import org.glassfish.grizzly.http.HttpContent
import org.glassfish.grizzly.http.HttpHeader
import org.glassfish.grizzly.http.HttpPacketParsing
import org.glassfish.grizzly.http.ParsingResult
import org.glassfish.grizzly.http.TransferEncoding

@CompileStatic
final class ChunkExtensions implements TransferEncoding {
  private static final byte CR = 13
  private static final byte LF = 10
  private static final byte SEMICOLON = 59

  private final ChunkedTransferEncoding chunked
  private final int lineBytesMax

  ChunkExtensions(int lineBytesMax) {
    this.chunked = new ChunkedTransferEncoding(lineBytesMax)
    this.lineBytesMax = lineBytesMax
  }

  @Override
  ParsingResult parsePacket(FilterChainContext context, HttpHeader header, Buffer input) {
    ContentParsingState state = ((HttpPacketParsing) header).contentParsingState
    if (!state.isLastChunk && state.chunkRemainder <= 0) {
      int lineEnd = sizeLineEnd(input)
      if (lineEnd < 0) {
        expectShort(input)
        return ParsingResult.create(null, input, false)
      }
      cutExtension(input, lineEnd)
    }
    return chunked.parsePacket(context, header, input)
  }

  /** Where the line with the chunk's size ends, after the end of the chunk before; or -1. */
  private static int sizeLineEnd(Buffer input) {
    int at = input.position()
    while (at < input.limit() && isLineEnd(input.get(at))) {
      at++
    }
    while (at < input.limit() && input.get(at) != LF) {
      at++
    }
    return at < input.limit() ? at : -1
  }

  /** Moves what stands before the extension to the end of the line, and the start with it. */
  private static void cutExtension(Buffer input, int lineEnd) {
    int extension = input.position()
    while (extension < lineEnd && input.get(extension) != SEMICOLON) {
      extension++
    }
    int cut = lineEnd - extension
    if (cut > 0) {
      for (int at = extension - 1; at >= input.position(); at--) {
        input.put(at + cut, input.get(at))
      }
      input.position(input.position() + cut)
    }
  }

  private void expectShort(Buffer input) {
    if (input.remaining() > lineBytesMax) {
      throw new HttpBrokenContentException('The line of a chunk size is too long.')
    }
  }

  private static boolean isLineEnd(byte character) {
    return character == CR || character == LF
  }

  @Override
  boolean wantDecode(HttpHeader header) {
    return chunked.wantDecode(header)
  }

  @Override
  boolean wantEncode(HttpHeader header) {
    return chunked.wantEncode(header)
  }

  @Override
  void prepareSerialize(FilterChainContext context, HttpHeader header, HttpContent content) {
    chunked.prepareSerialize(context, header, content)
  }

  @Override
  Buffer serializePacket(FilterChainContext context, HttpContent content) {
    return chunked.serializePacket(context, content)
  }
}

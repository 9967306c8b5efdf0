// Reads HTTP as Grizzly does, but answers what is not HTTP with a problem and upgrades to WebSocket only.
package dev.loadline.grizzly

import dev.loadline.workloads.Limits
import dev.loadline.workloads.Problem
import groovy.transform.CompileStatic
import java.nio.channels.SocketChannel
import org.glassfish.grizzly.filterchain.FilterChainBuilder
import org.glassfish.grizzly.filterchain.FilterChainContext
import org.glassfish.grizzly.filterchain.NextAction
import org.glassfish.grizzly.http.ChunkedTransferEncoding
import org.glassfish.grizzly.http.HttpContent
import org.glassfish.grizzly.http.HttpHeader
import org.glassfish.grizzly.http.HttpRequestPacket
import org.glassfish.grizzly.http.HttpResponsePacket
import org.glassfish.grizzly.http.HttpServerFilter
import org.glassfish.grizzly.http.Method
import org.glassfish.grizzly.http.TransferEncoding
import org.glassfish.grizzly.http.server.AddOn
import org.glassfish.grizzly.http.server.NetworkListener
import org.glassfish.grizzly.memory.Buffers
import org.glassfish.grizzly.memory.MemoryManager
import org.glassfish.grizzly.nio.NIOConnection

@CompileStatic
final class Codec extends HttpServerFilter {
  private static final int SWITCHING_PROTOCOLS = 101

  /** Puts the codec in the place of Grizzly's. */
  static final class AddOnCodec implements AddOn {
    @Override
    void setup(NetworkListener listener, FilterChainBuilder chain) {
      chain.set(chain.indexOfType(HttpServerFilter), new Codec(listener))
    }
  }

  private Codec(NetworkListener listener) {
    super(
        true,
        listener.maxHttpHeaderSize,
        null,
        listener.keepAlive,
        null,
        listener.maxRequestHeaders,
        listener.maxResponseHeaders)
    allowPayloadForUndefinedHttpMethods = true
    transferEncodings
        .findAll { encoding -> encoding instanceof ChunkedTransferEncoding }
        .each { TransferEncoding encoding -> removeTransferEncoding(encoding) }
    addTransferEncoding(new ChunkExtensions(listener.maxHttpHeaderSize))
  }

  /** Grizzly's own settings only enlarge the buffers of the kernel. */
  @Override
  NextAction handleAccept(FilterChainContext context) throws IOException {
    SocketChannel channel = (SocketChannel) ((NIOConnection) context.connection).channel
    channel.setOption(StandardSocketOptions.SO_SNDBUF, Limits.SOCKET_BUFFER_BYTES)
    channel.setOption(StandardSocketOptions.SO_RCVBUF, Limits.SOCKET_BUFFER_BYTES)
    return super.handleAccept(context)
  }

  /** Grizzly would answer with an empty body. */
  @Override
  protected HttpContent customizeErrorResponse(HttpResponsePacket response) {
    byte[] json = Problem.of(response.status).json()
    response.contentType = Problem.MEDIA_TYPE
    response.contentLength = json.length
    return HttpContent.builder(response)
        .content(Buffers.wrap(MemoryManager.DEFAULT_MEMORY_MANAGER, json))
        .last(true)
        .build()
  }

  /** Whatever else a client offers (h2c, say) is passed over; Grizzly would not read its body. */
  @Override
  protected void onIncomingUpgrade(FilterChainContext context, HttpHeader header) {
    if (isWebSocket((HttpRequestPacket) header)) {
      super.onIncomingUpgrade(context, header)
    } else {
      header.upgradeDC.recycle()
    }
  }

  /** A refusal that names what it would upgrade to (426) upgrades nothing: its body needs a length. */
  @Override
  protected void onOutgoingUpgrade(FilterChainContext context, HttpHeader header) {
    if (((HttpResponsePacket) header).status == SWITCHING_PROTOCOLS) {
      super.onOutgoingUpgrade(context, header)
    }
  }

  private static boolean isWebSocket(HttpRequestPacket request) {
    return (
      request.method == Method.GET
        && request.requestURI == '/echo'
        && 'websocket'.equalsIgnoreCase(request.getHeader('Upgrade'))
        && hasToken(request.getHeader('Connection'), 'upgrade')
        && request.getHeader('Sec-WebSocket-Version') == '13'
        && request.getHeader('Sec-WebSocket-Key')?.matches('[A-Za-z0-9+/]{22}==')
    )
  }

  private static boolean hasToken(String header, String token) {
    return header?.split(',')?.any { String part -> part.strip().equalsIgnoreCase(token) }
  }
}

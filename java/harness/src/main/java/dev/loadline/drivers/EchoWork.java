// What the connections of one echo load have in common.
package dev.loadline.drivers;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import java.net.URI;
import java.util.List;

/**
 * @param messages that go round, each connection by itself
 * @param frames each of them as it goes on the wire
 * @param bootstrap knows the address
 * @param timeoutSeconds how long an echo may take
 */
record EchoWork(
    URI address,
    List<EchoMessage> messages,
    List<ByteBuf> frames,
    Bootstrap bootstrap,
    double timeoutSeconds) {}

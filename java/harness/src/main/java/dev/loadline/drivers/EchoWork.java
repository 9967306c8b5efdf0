// What the connections of one echo load have in common.
package dev.loadline.drivers;

import io.netty.bootstrap.Bootstrap;
import java.net.URI;
import java.util.List;

/**
 * @param messages that go round, each connection by itself
 * @param bootstrap knows the address
 * @param timeoutSeconds how long an echo may take
 */
record EchoWork(
    URI address, List<EchoMessage> messages, Bootstrap bootstrap, double timeoutSeconds) {}

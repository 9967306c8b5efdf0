// What the connections of one HTTP load have in common.
package dev.loadline.drivers;

import io.netty.bootstrap.Bootstrap;
import java.util.List;

/**
 * @param requests of a lap, in order
 * @param bootstrap knows the address
 * @param timeoutSeconds how long an answer may take
 */
record HttpWork(List<LoadRequest> requests, Bootstrap bootstrap, double timeoutSeconds) {}

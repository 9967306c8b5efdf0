// How a server ended that was asked to stop.
package dev.loadline.stacks;

import java.util.List;

/**
 * @param exitCode 137 and the like where it was killed
 * @param millis from the signal to its end
 * @param leftBehind processes, ports and files; empty when all is well
 */
public record Stopped(int exitCode, long millis, List<String> leftBehind) {}

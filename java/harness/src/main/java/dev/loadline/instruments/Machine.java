// Says on which machine and with which programs a run was made: figures mean nothing without.
package dev.loadline.instruments;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * @param system such as {@code Linux 6.1.0 amd64}
 * @param processor such as {@code AMD EPYC, family 25 model 1}
 * @param node on the PATH; {@code none} when there is none
 * @param java that runs this harness
 */
public record Machine(
    String system, String processor, int cores, long memoryBytes, String node, String java) {
  public static Machine ofThis() {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return new Machine(
        "%s %s %s".formatted(system.getName(), system.getVersion(), system.getArch()),
        Processor.name(),
        system.getAvailableProcessors(),
        system.getTotalMemorySize(),
        nodeVersion(),
        System.getProperty("java.runtime.version"));
  }

  private static String nodeVersion() {
    try {
      Process node = new ProcessBuilder("node", "--version").start();
      byte[] version = node.getInputStream().readAllBytes();
      return new String(version, StandardCharsets.US_ASCII).strip().replaceFirst("^v", "");
    } catch (IOException none) {
      return "none";
    }
  }

  public ObjectNode json() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("system", system)
        .put("processor", processor)
        .put("cores", cores)
        .put("memoryBytes", memoryBytes)
        .put("node", node)
        .put("java", java);
  }
}

// Names the processor of this machine, as every report has it: ratios differ by processor.
package dev.loadline.instruments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

final class Processor {
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

  private Processor() {}

  /**
   * Such as {@code AMD EPYC, family 25 model 1}; {@code unknown} where the system does not tell.
   */
  static String name() {
    try {
      return nameIn(Files.readString(CPU_INFO)).orElse("unknown");
    } catch (IOException none) {
      return "unknown";
    }
  }

  /**
   * @param cpuInfo what Linux tells of its processors
   * @return empty where it tells no name; a brand alone would stand for several generations
   */
  static Optional<String> nameIn(String cpuInfo) {
    Optional<String> family = field("cpu family", cpuInfo);
    Optional<String> model = field("model", cpuInfo);
    String generation =
        family.isPresent() && model.isPresent()
            ? ", family %s model %s".formatted(family.get(), model.get())
            : "";
    return field("model name", cpuInfo).map(name -> name + generation);
  }

  private static Optional<String> field(String key, String cpuInfo) {
    Matcher line =
        Pattern.compile("^" + key + "\\s*:\\s*(.+)$", Pattern.MULTILINE).matcher(cpuInfo);
    return line.find() ? Optional.of(line.group(1).strip()) : Optional.empty();
  }
}

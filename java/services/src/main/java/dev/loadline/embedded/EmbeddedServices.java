// The program of this jar: starts the backing services asked for, says where they are, and ends
// with
// whoever started it.
package dev.loadline.embedded;

import java.io.IOException;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

public final class EmbeddedServices {
  private static final Map<String, Embedded> KNOWN =
      Map.of(
          "redis", new EmbeddedRedis(),
          "mysql", new EmbeddedMysql(),
          "mongodb", new EmbeddedMongodb());

  private static final String USAGE =
      """
      usage: java -jar loadline-services.jar [redis] [mysql] [mongodb]

      Starts the services that are named, prints one line of JSON with their URLs, and ends
      when its standard input is closed, or when it is asked to.\
      """;

  private EmbeddedServices() {}

  /**
   * @param arguments names of services
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Set<String> names = new LinkedHashSet<>(List.of(arguments));
    if (names.isEmpty() || !KNOWN.keySet().containsAll(names)) {
      refuse(names);
    }
    PrintStream answer = System.out;
    // Libraries write what they like, and standard output is for one line.
    System.setOut(System.err);
    Workplace place = Workplace.open();
    endWithStandardInput();
    Map<String, Embedded> wanted = new LinkedHashMap<>();
    names.forEach(name -> wanted.put(name, KNOWN.get(name)));
    answer.println(Line.of(place.start(wanted)));
  }

  private static void refuse(Set<String> names) {
    for (String name : names) {
      if (!KNOWN.containsKey(name)) {
        System.err.printf("%s is no service%n", name);
      }
    }
    System.err.println(USAGE);
    System.exit(2);
  }

  /** The system closes it when the process at its other end is gone, however that came. */
  private static void endWithStandardInput() {
    Thread thread =
        new Thread(
            () -> {
              try {
                System.in.transferTo(PrintStream.nullOutputStream());
              } catch (IOException broken) {
                System.err.println(broken.getMessage());
              }
              System.exit(0);
            },
            "standard input");
    thread.start();
  }
}

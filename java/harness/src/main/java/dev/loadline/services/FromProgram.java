// Services from server programs that are installed on this machine, over temporary folders.
package dev.loadline.services;

import dev.loadline.stacks.CaredProcess;
import dev.loadline.stacks.FreePort;
import dev.loadline.stacks.OnPath;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * @param path folders in which programs are looked for, as PATH has them
 */
record FromProgram(String path) implements Supply {
  private static final String HOST = "127.0.0.1";
  private static final long READY_WITHIN_MILLIS = 60_000;

  /** Somebody else may take the free port between our look and the server's. */
  private static final int ATTEMPTS = 3;

  /** Where distributions keep servers that are not on everybody's PATH. */
  private static final List<String> MORE_FOLDERS = List.of("/usr/sbin", "/usr/local/sbin");

  static FromProgram on(String path) {
    return new FromProgram(
        Stream.concat(Stream.of(path), MORE_FOLDERS.stream())
            .collect(Collectors.joining(File.pathSeparator)));
  }

  @Override
  public Map<ServiceName, Attempt> supply(List<Declared> wanted) throws InterruptedException {
    return AtOnce.each(wanted, this::attempt);
  }

  private Attempt attempt(Declared declared) throws InterruptedException {
    Optional<Path> program =
        declared.programs().stream().flatMap(name -> OnPath.find(name, path).stream()).findFirst();
    if (program.isEmpty()) {
      String names = String.join(" or ", declared.programs());
      return Attempt.none("there is no " + names + " on the PATH");
    }
    for (int attempt = 1; ; attempt++) {
      try {
        return start(declared, program.get());
      } catch (IOException failed) {
        String reason = program.get() + ": " + failed.getMessage();
        if (attempt == ATTEMPTS || !FreePort.isTaken(reason)) {
          return Attempt.none(reason);
        }
      }
    }
  }

  private static Attempt start(Declared declared, Path program)
      throws IOException, InterruptedException {
    FreePort.Claim claim = FreePort.claim(HOST);
    CaredProcess process = CaredProcess.prepare(claim.folder());
    Kind kind = Kind.of(declared.name());
    try {
      Kind.Place place = new Kind.Place(process.folder(), claim.port(), process::run);
      process.start(kind.command(program.toString(), place));
      String url = kind.url(HOST + ":" + claim.port());
      String product =
          Ask.untilAnswers(declared.name(), url, READY_WITHIN_MILLIS, process::whyEnded);
      String description = product + " (program)";
      return Attempt.of(declared, url, Service.Source.PROGRAM, description, process::kill);
    } catch (IOException | InterruptedException failed) {
      process.kill();
      throw failed;
    }
  }
}

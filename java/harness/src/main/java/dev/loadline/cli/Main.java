// The command of the Java side: java -jar loadline-junit.jar judge FILE, or drive.
package dev.loadline.cli;

import dev.loadline.drivers.Driver;
import dev.loadline.drivers.UnfitSpecification;
import dev.loadline.input.InvalidInput;
import dev.loadline.judge.Judged;
import java.io.InputStream;
import java.io.PrintStream;

/**
 * What can be typed, and with which exit code it ends; Node's {@code loadline judge} mirrors it.
 */
public final class Main {
  static final int PASS = 0;
  static final int FAIL = 1;
  static final int BAD_INPUT = 2;
  static final int UNDECIDED = 3;

  private static final String USAGE =
      """
      Usage: java -jar loadline-junit.jar judge FILE
             java -jar loadline-junit.jar drive

      judge  judges recorded harms (contracts/schema/harms.schema.json), and prints the verdict as
             JSON. FILE is the harms; - for standard input.
      drive  puts load on servers: reads one JSON specification a line on standard input, and writes
             one sample a line (contracts/schema/sample.schema.json), until there is no more input.

      Exit codes: 0 pass, 1 fail, 2 bad input, 3 inconclusive.""";

  private Main() {}

  public static void main(String[] arguments) {
    // Or every command says on standard error that nobody logs.
    System.setProperty("slf4j.internal.verbosity", "ERROR");
    System.exit(run(arguments, System.in, System.out, System.err));
  }

  /** Returns the exit code. */
  static int run(String[] arguments, InputStream in, PrintStream out, PrintStream err) {
    if (arguments.length == 1 && arguments[0].matches("--help|-h")) {
      out.println(USAGE);
      return PASS;
    }
    if (arguments.length == 1 && "drive".equals(arguments[0])) {
      return drive(in, out, err);
    }
    if (arguments.length == 2 && "judge".equals(arguments[0])) {
      return judge(arguments[1], in, out, err);
    }
    err.println(USAGE);
    return BAD_INPUT;
  }

  private static int drive(InputStream in, PrintStream out, PrintStream err) {
    try {
      Driver.drive(in, out);
      return PASS;
    } catch (UnfitSpecification unfit) {
      err.println("driver: " + unfit.getMessage());
      return BAD_INPUT;
    }
  }

  private static int judge(String file, InputStream in, PrintStream out, PrintStream err) {
    try {
      Judged judged = JudgeCommand.judge(file, in);
      out.println(JudgeCommand.json(judged));
      return exitCodeOf(judged.verdict());
    } catch (InvalidInput invalid) {
      err.println("loadline: " + invalid.getMessage());
      return BAD_INPUT;
    }
  }

  private static int exitCodeOf(Judged.Verdict verdict) {
    return switch (verdict) {
      case PASS -> PASS;
      case FAIL -> FAIL;
      case INCONCLUSIVE -> UNDECIDED;
    };
  }
}

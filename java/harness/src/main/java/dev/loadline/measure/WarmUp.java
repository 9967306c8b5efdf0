// Loads a server until its speed levels off, or its budget is used up.
package dev.loadline.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * @param seconds how long it took
 * @param settled whether the speed levelled off within the budget
 */
public record WarmUp(double seconds, boolean settled) {
  private static final double SLICE_SECONDS = 0.25;

  /** One slice of so many seconds. */
  interface Speed {
    /** Requests a second. */
    double ofSlice(double seconds) throws DriverFailed, InterruptedException;
  }

  /**
   * @param mostSeconds its budget
   */
  static WarmUp run(Speed speed, double mostSeconds) throws DriverFailed, InterruptedException {
    long began = System.nanoTime();
    List<Double> speeds = new ArrayList<>();
    while (secondsSince(began) < mostSeconds && !Steady.isSteady(speeds)) {
      speeds.add(speed.ofSlice(SLICE_SECONDS));
    }
    return new WarmUp(secondsSince(began), Steady.isSteady(speeds));
  }

  private static double secondsSince(long nanos) {
    return (double) (System.nanoTime() - nanos) / TimeUnit.SECONDS.toNanos(1);
  }
}

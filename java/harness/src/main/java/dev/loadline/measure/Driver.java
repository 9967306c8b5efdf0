// Puts load on a server, and hands back one sample a slice.
package dev.loadline.measure;

/** A driver does one slice at a time. */
interface Driver {
  /**
   * @throws DriverFailed it refused the order, or ended
   */
  Sample run(Order order) throws DriverFailed, InterruptedException;

  long pid();
}

// The error for a driver that hands back no sample.
package dev.loadline.measure;

final class DriverFailed extends Exception {
  private static final long serialVersionUID = 1L;

  DriverFailed(String message) {
    super(message);
  }
}

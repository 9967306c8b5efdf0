// Decides when a connection that is free sends.
package dev.loadline.drivers;

interface Pace {
  /** The clock runs from now on. */
  void begin(long nowNanos);

  /** The connection can send: now, when something is due, or never more in this slice. */
  void free(LoadConnection connection);

  /** The connection is free no more: the server has closed it. */
  void gone(LoadConnection connection);
}
